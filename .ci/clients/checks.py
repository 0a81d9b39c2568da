"""What the clients in Python share: each check runs, whatever became of those
before it."""

import sys

checks = []


def check(run):
    checks.append(run)
    return run


def run_all(client):
    """Runs the checks of a client, says how many failed, and ends the program."""
    failed = 0
    for run in checks:
        try:
            run()
        except Exception as error:  # whatever it is, the others run too
            failed += 1
            print(f"{client}: {run.__name__}: {type(error).__name__}: {error}")
    print(f"{client}: {len(checks)} checks, {failed} failed")
    sys.exit(failed > 0)
