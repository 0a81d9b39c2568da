"""Reads llms.txt with the parser of llmstxt.org's own package."""

import sys

from llms_txt import parse_llms_file

with open(sys.argv[1], encoding="utf-8") as file:
    site = parse_llms_file(file.read())
links = sum(len(section) for section in site.sections.values())
if not site.title or not site.summary or "Optional" not in site.sections or links < 10:
    sys.exit(f"llms.txt: title {site.title!r}, summary {site.summary!r}, {links} links in {list(site.sections)}")
print(f"llms.txt: {links} links in {len(site.sections)} sections: ok")
