"""Cuts Sofia Sans down to what Bulgarian pages need.

usage: subset.py <folder of the npm package> <folder to write to>

Writes a file of Cyrillic and one of Latin, each variable in weight from 400 to
700, and the license. The same input gives the same bytes. Fails if a letter
or a feature that the pages rely on is not there.
"""

import shutil
import sys
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

# The unicode-range of site/styles/1-tokens.css says the same.
CYRILLIC = {0x0301, 0x0400, 0x0401, 0x040D, *range(0x0410, 0x0452), 0x045D, 0x2116}
LATIN = {
    *range(0x20, 0x7F), *range(0x2010, 0x2016), *range(0x2018, 0x201F), 0x2022, 0x2026, 0x202F, 0x2030, 0x20AC, 0x2212,
    *map(ord, "\u00a0§«°±·»×Åßàáâãäåæçèéêìíñòóôõöøùúü"),
}
# ѝ and Ѝ are letters of Bulgarian; „ “ are its quotation marks.
NEEDED = {
    "cyrillic": ("абвгдежзийклмнопрстуфхцчшщъьюяѝАБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЬЮЯЍ№", {"locl", "kern"}),
    "latin": ("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789„“–…−×€", {"locl", "kern", "tnum"}),
}


def cut(source, target, letters):
    font = TTFont(source, recalcTimestamp=False)
    font = instantiateVariableFont(font, {"wght": (400, 700)})
    options = Options()
    options.layout_features = ["ccmp", "locl", "kern", "mark", "tnum"]
    options.hinting = False
    options.flavor = "woff2"
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=letters)
    subsetter.subset(font)
    font.flavor = "woff2"
    font.save(target)


def lacks(path, letters, features):
    font = TTFont(path)
    known = font.getBestCmap()
    has = {record.FeatureTag for table in ("GSUB", "GPOS") for record in font[table].table.FeatureList.FeatureRecord}
    axis = font["fvar"].axes[0]
    missing = [letter for letter in letters if ord(letter) not in known] + sorted(features - has)
    if (axis.axisTag, axis.minValue, axis.maxValue) != ("wght", 400, 700):
        missing.append("the weights 400 to 700")
    return missing


def main():
    package, target = Path(sys.argv[1]), Path(sys.argv[2])
    for script, letters in (("cyrillic", CYRILLIC), ("latin", LATIN)):
        path = target / f"sofia-sans-{script}.woff2"
        cut(package / "files" / f"sofia-sans-{script}-wght-normal.woff2", path, letters)
        if missing := lacks(path, *NEEDED[script]):
            sys.exit(f"{path}: lacks {' '.join(missing)}")
    shutil.copyfile(package / "LICENSE", target / "sofia-sans-license.txt")


main()
