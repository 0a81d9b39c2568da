"""Writes decimal.txt, the vectors that decimal_test.go checks memdb's Decimal128 with.

Regenerate: python3 testdata/vectors.py > testdata/decimal.txt
Each line: operation, operands, result, in the text form of the numbers.
"""

import decimal
import random

random.seed(8204)
decimal.setcontext(decimal.Context(
    prec=34, rounding=decimal.ROUND_HALF_EVEN, Emin=-6143, Emax=6144, clamp=1, traps=[]))
D = decimal.getcontext().create_decimal  # rounds and clamps, as memdb does when it reads a number

CORNERS = [
    "0", "-0", "0E+3", "0E-6176", "-0E+6111", "1", "-1", "1.0", "1.00", "10", "1E+1", "0.1", "-0.10",
    "2.5", "3", "7", "9", "0.3333333333333333333333333333333333", "1E-6176", "-1E-6176", "9E-6176",
    "9.999999999999999999999999999999999E+6144", "-9.999999999999999999999999999999999E+6144",
    "1E+6111", "1E+6144", "1E-6143", "9999999999999999999999999999999999", "1E+34",
    "5000000000000000000000000000000000", "123456789012345678901234567890.1234",
    "9223372036854775807", "-9223372036854775808", "Infinity", "-Infinity", "NaN",
]


def number():
    kind = random.random()
    if kind < 0.2:
        return D(random.choice(CORNERS))
    coefficient = random.randrange(10 ** random.randint(1, 34))
    spread = 6 if kind < 0.7 else 40 if kind < 0.95 else 6000
    exponent = max(-6176, min(6111, random.randint(-spread, spread)))
    return D((random.randint(0, 1), tuple(map(int, str(coefficient))), exponent))


def emit(*parts):
    print(" ".join(str(p) for p in parts))


for a in map(D, CORNERS):
    for b in map(D, CORNERS):
        emit("add", a, b, a + b)
        emit("divide", a, b, a / b)

for _ in range(500):
    a, b = number(), number()
    emit("add", a, b, a + b)
    emit("subtract", a, b, a - b)
    emit("multiply", a, b, a * b)
    emit("divide", a, b, a / b)
    emit("compare", a, b, a.compare(b))
    # Where the quotient has more than 34 digits Python gives up; memdb does not.
    if not (a % b).is_nan() or a.is_nan() or b.is_nan() or b == 0 or a.is_infinite():
        emit("remainder", a, b, a % b)
    exponent = random.randint(-40, 10)
    unit = D((0, (1,), exponent))
    if not a.is_infinite():
        emit("even", a, exponent, a.quantize(unit, rounding=decimal.ROUND_HALF_EVEN))
        emit("zero", a, exponent, a.quantize(unit, rounding=decimal.ROUND_DOWN))
        emit("up", a, exponent, a.quantize(unit, rounding=decimal.ROUND_CEILING))
        emit("down", a, exponent, a.quantize(unit, rounding=decimal.ROUND_FLOOR))

for _ in range(300):
    digits = "".join(random.choice("0123456789") for _ in range(random.randint(1, 45)))
    point = random.randint(0, len(digits))
    exponent = random.choice([0, random.randint(-10, 10), random.randint(-6300, 6300)])
    text = "%s%s.%sE%d" % (random.choice(["", "-", "+"]), digits[:point], digits[point:], exponent)
    emit("parse", text, D(text))

for _ in range(300):
    double = random.choice([random.uniform(-10, 10), random.uniform(-1e20, 1e20),
                            random.randint(-100, 100) / 8, random.lognormvariate(0, 60)])
    emit("double", repr(double), D(double))
    fifteen = decimal.Context(prec=15, rounding=decimal.ROUND_HALF_EVEN, Emin=-6143, Emax=6144)
    short = fifteen.create_decimal(D(double))
    if short:
        short = short.quantize(D((0, (1,), short.adjusted() - 14)))
    emit("double15", repr(double), short)
