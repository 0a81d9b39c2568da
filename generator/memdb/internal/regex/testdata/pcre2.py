# Writes pcre2.txt, all matches that PCRE2 finds with random patterns, and which of
# them it does not compile; regex_test.go holds memdb to it. What versions of PCRE2
# do not share is not used.
#
# Regenerate: python3 testdata/pcre2.py > testdata/pcre2.txt
# Each line: pattern in hex, options, text in hex, and what was found: "!" where the
# pattern is none, else the matches, each as start and end of the match and of each
# group, "-1 -1" for a group that took no part.
import ctypes
import ctypes.util
import sys

library = ctypes.util.find_library("pcre2-8")
if not library:
    sys.exit("there is no libpcre2-8")
pcre2 = ctypes.CDLL(library)
pointer, size = ctypes.c_void_p, ctypes.c_size_t


def function(name, result, *arguments):
    f = getattr(pcre2, name + "_8")
    f.restype, f.argtypes = result, arguments
    return f


compile_pattern = function("pcre2_compile", pointer, ctypes.c_char_p, size, ctypes.c_uint32, ctypes.POINTER(ctypes.c_int), ctypes.POINTER(size), pointer)
free_pattern = function("pcre2_code_free", None, pointer)
new_data = function("pcre2_match_data_create_from_pattern", pointer, pointer, pointer)
free_data = function("pcre2_match_data_free", None, pointer)
run = function("pcre2_match", ctypes.c_int, pointer, ctypes.c_char_p, size, size, ctypes.c_uint32, pointer, pointer)
bounds_of = function("pcre2_get_ovector_pointer", ctypes.POINTER(size), pointer)
count_of = function("pcre2_get_ovector_count", ctypes.c_uint32, pointer)
UTF, OPTIONS = 0x80000, {"i": 8, "m": 0x400, "s": 0x20, "x": 0x80}

state = 8204


def below(n):
    global state
    state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
    return (state >> 33) % n


def pick(*options):
    return options[below(len(options))]


def item_of_class():
    return pick("a", "b", "A", "1", " ", "_", ".", "$", "^b", "|", "a-c", "0-9", r"\d", r"\S", r"\w", r"\n", r"\h", r"\V",
                "[:alpha:]", "[:^space:]", "[:upper:]", "[:punct:]", "[:graph:]", r"\.", r"\b", r"\x41", "é", "#")


def class_():
    return "[" + pick("", "^") + "".join(item_of_class() for _ in range(1 + below(3))) + pick("", "", "-") + "]"


def fixed():
    return pick("a", "b", "é", r"\d", ".", "[ab]", "a{2}", "(a)", "(?:a|b)", r"\b", "^", "(?=a)", "(?<!a)", "")


def behind():
    return pick("(?<=", "(?<!") + "|".join(fixed() + fixed() for _ in range(1 + below(2))) + ")"


class Pattern:
    def __init__(self):
        self.depth = self.groups = 0

    def atom(self):
        n = below(100)
        if n < 45:
            return pick("a", "b", "A", "B", "1", " ", "_", "-", "é")
        if n < 60:
            return pick(".", r"\d", r"\D", r"\w", r"\W", r"\s", r"\S", r"\n", r"\.", r"\x61", r"\h", r"\H", r"\v", r"\R", r"\N", r"\Qa.\E", "(?#c)", r"\e")
        if n < 67:
            return class_()
        if n < 74:
            return pick(r"\b", r"\B", "^", "$", r"\A", r"\z", r"\Z")
        if n < 79:
            return behind()
        if n < 85:
            k = below(self.groups + 2)
            return pick(r"\%d", r"\g{%d}", r"\g%d") % max(1, k) if k else r"\g{-1}"
        begin = pick("(", "(", "(", "(?:", "(?:", "(?i:", "(?s:", "(?x: ", "(?>", "(?>", "(?=", "(?!", "(?-i:", "(?m:")
        if begin == "(":
            self.groups += 1
        return begin + self.branches() + ")"

    def piece(self):
        atom = self.atom()
        if below(5) < 3 or atom.startswith(("(?=", "(?!", "(?<")):
            return atom
        return atom + pick("", "", "", " ") + pick("*", "+", "?", "{2}", "{1,2}", "{2,}", "{0}") + pick("", "", "?", "+", " +", " ?")

    def branches(self):
        self.depth += 1
        if self.depth > 14:
            return "a"
        return "|".join("".join(self.piece() for _ in range(below(4))) for _ in range(pick(1, 1, 1, 2, 3)))


def all_matches(code, data, text):
    found, start = [], 0
    while True:
        if run(code, text, len(text), start, 0, data, None) < 0:
            return found
        bounds = bounds_of(data)
        match = [bounds[i] if bounds[i] < 2**63 else -1 for i in range(2 * count_of(data))]
        found.append(" ".join(map(str, match)))
        start = match[1]
        if match[0] == match[1]:
            start += 1
            while start < len(text) and text[start] & 0xC0 == 0x80:
                start += 1
        if start >= len(text):
            return found


def print_line(*fields):
    print("\t".join(fields))


def print_vectors(pattern, options, texts):
    bits, written = UTF, pattern.encode()
    for letter in options:
        bits |= OPTIONS[letter]
    code = compile_pattern(written, len(written), bits, ctypes.c_int(), size(), None)
    if not code:
        print_line(written.hex(), options, "", "!")
        return
    data = new_data(code, None)
    for text in texts:
        print_line(written.hex(), options, text.encode().hex(), ";".join(all_matches(code, data, text.encode())))
    free_data(data)
    free_pattern(code)


def text():
    return "".join(pick("a", "a", "b", "A", "B", "1", " ", "_", "-", "\n", "\r", ".", "é", "É", "\u2028", "ſ") for _ in range(below(9)))


for _ in range(3000):
    pattern = pick("", "", "", "^", "(?x)", "(?i)") + Pattern().branches() + pick("", "", "", "$")
    print_vectors(pattern, pick("", "", "", "i", "s", "m", "x", "mx"), [text(), text()])
