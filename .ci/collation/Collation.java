import com.ibm.icu.impl.coll.CollationData;
import com.ibm.icu.impl.coll.CollationRoot;
import com.ibm.icu.impl.coll.CollationSettings;
import com.ibm.icu.impl.coll.SharedObject;
import com.ibm.icu.text.CollationKey;
import com.ibm.icu.text.Collator;
import com.ibm.icu.text.RuleBasedCollator;
import com.ibm.icu.text.UnicodeSet;
import com.ibm.icu.util.ULocale;
import com.ibm.icu.util.VersionInfo;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/**
 * Prints what generator/memdb/internal/collation knows of ICU 57.1, and what ICU makes of random strings.
 *
 * <pre>
 * Collation.java elements             the table: locales, each character's collation elements, and what locales change
 * Collation.java vectors SEED COUNT   COUNT lines for each locale with rules of its own and each combination of options
 * </pre>
 */
public class Collation {
    /**
     * The letters and signs for which equality with ICU is claimed. Left out are the middle dot, which contracts with l,
     * and sharp s and the ligature of i and j, for which ICU contradicts itself: comparing gives another order than keys.
     */
    static final UnicodeSet RANGE = new UnicodeSet("["
            + "\\u0001-\\u00B6\\u00B8-\\u00DE\\u00E0-\\u0131\\u0134-\\u017F"
            + "\\u0218-\\u021B"
            + "\\u0386\\u0388-\\u038A\\u038C\\u038E-\\u03A1\\u03A3-\\u03CE" // Greek
            + "\\u0400-\\u045F\\u0490\\u0491" // Cyrillic
            + "\\u1E00-\\u1EFF"
            + "\\u2010-\\u2027\\u2030-\\u203A\\u20AC\\u2116\\u2122]").freeze();

    /** Locales of the server with rules of their own for these letters, and no settings of their own but an order of scripts. */
    static final String[] TAILORED = ("az be bg bs bs_Cyrl cs cy eo es et fi fil fo gl hr hu is kk ky lt lv mk mn nb nn pl ro ru"
            + " sk sl sq sr sr_Latn sv tr uk").split(" ");

    static final CollationData DATA = CollationRoot.getRoot().data;
    static final RuleBasedCollator ROOT = (RuleBasedCollator) Collator.getInstance(ULocale.ROOT);
    static PrintStream out;

    public static void main(String[] args) {
        out = new PrintStream(System.out, false, StandardCharsets.US_ASCII);
        if (args[0].equals("elements")) {
            elements();
        } else {
            vectors(Long.parseLong(args[1]), Integer.parseInt(args[2]));
        }
        out.flush();
    }

    static void elements() {
        checkDigits();
        check(new Rules(ROOT));
        out.println("# Collation elements of ICU " + VersionInfo.ICU_VERSION.getVersionString(2, 2)
                + ", printed by .ci/collation; do not edit.");
        out.println("# Data: Copyright 1995-2016 International Business Machines Corporation and others; see icu-license.txt.");
        out.println("locales" + locales());
        out.print("compressible");
        for (int lead = 0; lead < 256; lead++) {
            if (DATA.compressibleBytes[lead]) {
                out.printf(" %02x", lead);
            }
        }
        out.printf("%nnumeric %02x%n", numeric("1")[0] >>> 56);
        for (String s : RANGE) {
            out.println(line(s, of(ROOT, s)));
        }
        Map<String, String> byRules = new LinkedHashMap<>();
        for (String locale : TAILORED) {
            Rules rules = new Rules(collator(locale));
            check(rules);
            byRules.merge(rules.text(), locale, (a, b) -> a + " " + b);
        }
        byRules.forEach((text, names) -> out.print("tailored " + names + "\n" + text));
    }

    static RuleBasedCollator collator(String locale) {
        return (RuleBasedCollator) Collator.getInstance(new ULocale(locale));
    }

    static String line(String s, long[] elements) {
        StringBuilder text = new StringBuilder();
        for (char c : s.toCharArray()) {
            text.append(text.length() > 0 ? "+" : "").append(String.format("%04x", (int) c));
        }
        for (long ce : elements) {
            text.append(String.format(" %08x.%04x.%04x", ce >>> 32, ce >>> 16 & 0xffff, ce & 0xffff));
        }
        return text.toString();
    }

    /** What a collator does to the range: elements of letters, of groups of letters, and the order of scripts. */
    static class Rules {
        final RuleBasedCollator collator;
        final Map<String, long[]> changed = new TreeMap<>();
        final Map<Integer, Integer> moved = new TreeMap<>(); // first bytes of primary weights
        int longest = 1;

        Rules(RuleBasedCollator collator) {
            this.collator = collator;
            checkSettings();
            UnicodeSet groups = new UnicodeSet();
            try {
                collator.getContractionsAndExpansions(groups, null, true);
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
            for (String s : RANGE) {
                if (!Arrays.equals(of(ROOT, s), of(collator, s))) {
                    changed.put(s, of(collator, s));
                }
            }
            for (String s : groups) {
                if (s.length() > 1 && RANGE.containsAll(s)) {
                    changed.put(s, of(collator, s));
                    longest = Math.max(longest, s.length());
                }
            }
            move();
        }

        void checkSettings() {
            if (collator.isUpperCaseFirst() || collator.isLowerCaseFirst() || collator.isCaseLevel() || collator.isFrenchCollation()
                    || collator.isAlternateHandlingShifted() || collator.getNumericCollation()
                    || collator.getStrength() != ROOT.getStrength() || collator.getDecomposition() != ROOT.getDecomposition()
                    || collator.getMaxVariable() != ROOT.getMaxVariable()) {
                throw new IllegalStateException("settings of " + collator.getLocale(ULocale.ACTUAL_LOCALE));
            }
        }

        /** Fills moved; fails where a weight does not move with the others of its first byte, or two bytes meet. */
        void move() {
            CollationSettings settings = settings(collator);
            Map<Integer, Integer> all = new TreeMap<>();
            List<String> texts = new ArrayList<>(changed.keySet());
            RANGE.forEach(texts::add);
            for (String s : texts) {
                for (long ce : of(collator, s)) {
                    long p = ce >>> 32;
                    long q = settings.hasReordering() ? settings.reorder(p) : p;
                    Integer before = all.put((int) (p >>> 24), (int) (q >>> 24));
                    if ((p & 0xffffff) != (q & 0xffffff) || before != null && before != q >>> 24) {
                        throw new IllegalStateException("a script that moves in parts: " + quote(s));
                    }
                }
            }
            if (all.values().stream().distinct().count() != all.size()) {
                throw new IllegalStateException("two scripts become one");
            }
            all.forEach((from, to) -> {
                if (!from.equals(to)) {
                    moved.put(from, to);
                }
            });
        }

        String text() {
            StringBuilder text = new StringBuilder();
            moved.forEach((from, to) -> text.append(String.format("%s%02x:%02x", text.length() == 0 ? "moved " : " ", from, to)));
            text.append(moved.isEmpty() ? "" : "\n");
            changed.forEach((s, elements) -> text.append(line(s, elements)).append('\n'));
            return text.toString();
        }

        /** The elements of a string as generator/memdb/internal/collation finds them: the longest group each time. */
        long[] read(String s) {
            List<long[]> parts = new ArrayList<>();
            for (int at = 0; at < s.length();) {
                int n = Math.min(longest, s.length() - at);
                while (n > 1 && !changed.containsKey(s.substring(at, at + n))) {
                    n--;
                }
                String part = s.substring(at, at + n);
                long[] own = changed.get(part);
                parts.add(own != null ? own : of(ROOT, part));
                at += n;
            }
            return parts.stream().flatMapToLong(Arrays::stream).toArray();
        }
    }

    static CollationSettings settings(RuleBasedCollator collator) {
        try {
            java.lang.reflect.Field field = RuleBasedCollator.class.getDeclaredField("settings");
            field.setAccessible(true);
            return (CollationSettings) ((SharedObject.Reference<?>) field.get(collator)).readOnly();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The locales that share all of the root's rules and settings. */
    static String locales() {
        Collator root = Collator.getInstance(ULocale.ROOT);
        StringBuilder same = new StringBuilder();
        for (ULocale locale : Collator.getAvailableULocales()) {
            RuleBasedCollator own = (RuleBasedCollator) Collator.getInstance(locale);
            if (own.equals(root) && own.getRules().isEmpty() && own.getTailoredSet().isEmpty()
                    && own.getReorderCodes().length == 0) {
                same.append(' ').append(locale);
            }
        }
        return same.toString();
    }

    /** Fails unless a string's elements are read by the longest groups of its letters, for pairs and for the letters of groups. */
    static void check(Rules rules) {
        for (String a : RANGE) {
            for (String b : RANGE) {
                check(rules, a + b);
            }
        }
        UnicodeSet grouped = new UnicodeSet();
        rules.changed.keySet().stream().filter(s -> s.length() > 1).forEach(grouped::addAll);
        List<String> texts = List.of("");
        for (int length = 1; length <= rules.longest + 1 && texts.size() < 3_000_000; length++) {
            List<String> longer = new ArrayList<>();
            for (String s : texts) {
                for (String c : grouped) {
                    longer.add(s + c);
                }
            }
            longer.forEach(s -> check(rules, s));
            texts = longer;
        }
    }

    static void check(Rules rules, String s) {
        if (!Arrays.equals(rules.read(s), of(rules.collator, s))) {
            throw new IllegalStateException("elements of " + quote(s) + " in " + rules.collator.getLocale(ULocale.ACTUAL_LOCALE));
        }
    }

    static void checkDigits() {
        for (String s : RANGE) {
            if (!Arrays.equals(of(ROOT, s), numeric(s)) != (s.charAt(0) >= '0' && s.charAt(0) <= '9')) {
                throw new IllegalStateException("digit: " + quote(s));
            }
        }
    }

    static long[] of(RuleBasedCollator collator, String s) {
        return Arrays.stream(collator.internalGetCEs(s)).filter(ce -> ce != 0).toArray();
    }

    static long[] numeric(String s) {
        RuleBasedCollator collator = (RuleBasedCollator) ROOT.cloneAsThawed();
        collator.setNumericCollation(true);
        return of(collator, s);
    }

    static void vectors(long seed, int count) {
        out.println("# locale, strength, caseLevel, numericOrdering; two strings; how ICU " + VersionInfo.ICU_VERSION.getVersionString(2, 2)
                + " compares them; the sort key of the first. Printed by .ci/collation.");
        vectors("en", seed, count);
        for (String locale : TAILORED) {
            vectors(locale, seed, Math.max(1, count / 60));
        }
    }

    static void vectors(String locale, long seed, int count) {
        Strings strings = new Strings(seed, new Rules(collator(locale)));
        int[] strengths = {Collator.PRIMARY, Collator.SECONDARY, Collator.TERTIARY};
        for (int options = 0; options < 12; options++) {
            RuleBasedCollator collator = collator(locale);
            collator.setStrength(strengths[options % 3]);
            collator.setCaseLevel(options / 3 % 2 == 1);
            collator.setNumericCollation(options / 6 == 1);
            for (int i = 0; i < count; i++) {
                String a = strings.any(), b = strings.near(a);
                CollationKey key = collator.getCollationKey(a);
                if (Integer.signum(key.compareTo(collator.getCollationKey(b))) != collator.compare(a, b)) {
                    throw new IllegalStateException("ICU contradicts itself: " + quote(a) + " " + quote(b) + " " + locale + " " + options);
                }
                out.printf("%s %d %d %d\t%s\t%s\t%d\t%s%n", locale, options % 3 + 1, options / 3 % 2, options / 6,
                        quote(a), quote(b), collator.compare(a, b), hex(key.toByteArray()));
            }
        }
    }

    static String hex(byte[] key) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < key.length - 1; i++) { // without the zero at the end, as the server has it
            text.append(String.format("%02x", key[i]));
        }
        return text.toString();
    }

    /** Writes a string as Go and Java read it. */
    static String quote(String s) {
        StringBuilder text = new StringBuilder("\"");
        for (char c : s.toCharArray()) {
            if (c == '"' || c == '\\') {
                text.append('\\').append(c);
            } else if (c >= ' ' && c <= '~') {
                text.append(c);
            } else {
                text.append(String.format("\\u%04x", (int) c));
            }
        }
        return text.append('"').toString();
    }

    /** Random strings of the range: words, numbers, long runs, anything. */
    static class Strings {
        final Random random;
        final RuleBasedCollator collator;
        final List<String> own; // letters and groups of letters that the locale's rules name
        final Map<Long, List<String>> byPrimary = new HashMap<>();
        static final String[] KINDS = {
            "abcABC", "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", "aAb \\-_.,1", "0123456789", "0019 a",
            "sSae\u00e9E\u00c9\u00eao\u00f6\u00f8\u00e6\u0153\u0142\u0130\u0131", "\u0430\u0431\u0432\u0438\u0439\u0418\u0419\u0451\u0435\u0436",
            "\u03b1\u03ac\u0391\u03c3\u03c2\u03a3", "a\u0430z\u03b1", "\u1ea1\u1ec7\u01b0a", "\u2026\u2013\u201e\u201ca \u00a0",
        };

        Strings(long seed, Rules rules) {
            random = new Random(seed);
            collator = rules.collator;
            own = new ArrayList<>(rules.changed.keySet());
            List<String> texts = new ArrayList<>(own);
            RANGE.forEach(texts::add);
            for (String s : texts) {
                long[] primaries = Arrays.stream(of(collator, s)).map(ce -> ce >>> 32).filter(p -> p != 0).toArray();
                if (primaries.length == 1) {
                    byPrimary.computeIfAbsent(primaries[0], p -> new ArrayList<>()).add(s);
                }
            }
        }

        String any() {
            StringBuilder s = new StringBuilder();
            for (int parts = random.nextInt(4); parts >= 0; parts--) {
                part(s);
            }
            return s.toString();
        }

        void part(StringBuilder s) {
            int length = random.nextInt(random.nextInt(20) == 0 ? 300 : 9);
            if (!own.isEmpty() && random.nextInt(2) == 0) {
                for (length = Math.min(length, 9); length > 0; length--) {
                    s.append(random.nextInt(4) == 0 ? "abcdghlnostyz".charAt(random.nextInt(13)) : own.get(random.nextInt(own.size())));
                }
                return;
            }
            int kind = random.nextInt(KINDS.length + 1);
            char one = character(kind);
            boolean run = random.nextInt(5) == 0;
            for (; length > 0; length--) {
                s.append(run ? one : character(kind));
            }
        }

        char character(int kind) {
            if (kind == KINDS.length) {
                return (char) RANGE.charAt(random.nextInt(RANGE.size()));
            }
            String from = KINDS[kind];
            char c = from.charAt(random.nextInt(from.length()));
            return RANGE.contains(c) ? c : 'x';
        }

        /** Characters with the primary weights of another, one each. */
        String alike(char c) {
            StringBuilder s = new StringBuilder();
            for (long ce : of(collator, String.valueOf(c))) {
                List<String> same = byPrimary.get(ce >>> 32);
                if (same != null) {
                    s.append(same.get(random.nextInt(same.size())));
                }
            }
            return s.toString();
        }

        /** A string like another: with a change, or with none that every collation sees. */
        String near(String s) {
            StringBuilder t = new StringBuilder(s);
            for (int changes = random.nextInt(3); changes >= 0; changes--) {
                int at = random.nextInt(t.length() + 1);
                switch (random.nextInt(9)) {
                    case 0: t.insert(at, (char) RANGE.charAt(random.nextInt(RANGE.size()))); break;
                    case 1: t.insert(at, character(random.nextInt(KINDS.length))); break;
                    case 2: if (at < t.length()) t.deleteCharAt(at); break;
                    case 3: if (at < t.length()) t.setCharAt(at, Character.toUpperCase(t.charAt(at))); break;
                    case 4: if (at < t.length()) t.setCharAt(at, Character.toLowerCase(t.charAt(at))); break;
                    case 5: t.insert(at, '0'); break;
                    case 6: part(t); break;
                    case 7: if (at < t.length()) t.replace(at, at + 1, alike(t.charAt(at))); break;
                    default: return RANGE.containsAll(s.toUpperCase()) ? s.toUpperCase() : s;
                }
            }
            return RANGE.containsAll(t.toString()) ? t.toString() : s;
        }
    }
}
