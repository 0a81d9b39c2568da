import com.ibm.icu.impl.coll.CollationData;
import com.ibm.icu.impl.coll.CollationRoot;
import com.ibm.icu.impl.coll.UTF16CollationIterator;
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
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Prints what generator/memdb/collation knows of ICU 57.1, and what ICU makes of random strings.
 *
 * <pre>
 * Collation.java elements             the table: locales, and each character's collation elements
 * Collation.java vectors SEED COUNT   COUNT lines for each combination of options
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

    static final CollationData DATA = CollationRoot.getRoot().data;
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
        check();
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
        out.printf("%nnumeric %02x%n", of("1", true)[0] >>> 56);
        for (String s : RANGE) {
            out.printf("%04x", (int) s.charAt(0));
            for (long ce : of(s, false)) {
                out.printf(" %08x.%04x.%04x", ce >>> 32, ce >>> 16 & 0xffff, ce & 0xffff);
            }
            out.println();
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

    /** Fails unless a string's elements are those of its characters one after another. */
    static void check() {
        UnicodeSet contractions = new UnicodeSet();
        try {
            ((RuleBasedCollator) Collator.getInstance(ULocale.ROOT)).getContractionsAndExpansions(contractions, null, true);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
        for (String s : contractions) {
            if (RANGE.containsAll(s)) {
                throw new IllegalStateException("contraction inside the range: " + quote(s));
            }
        }
        for (String a : RANGE) {
            for (String b : RANGE) {
                long[] first = of(a, false), second = of(b, false);
                long[] both = Arrays.copyOf(first, first.length + second.length);
                System.arraycopy(second, 0, both, first.length, second.length);
                if (!Arrays.equals(both, of(a + b, false))) {
                    throw new IllegalStateException("elements of a pair: " + quote(a + b));
                }
            }
            boolean digit = !Arrays.equals(of(a, false), of(a, true));
            if (digit != (a.charAt(0) >= '0' && a.charAt(0) <= '9')) {
                throw new IllegalStateException("digit: " + quote(a));
            }
        }
    }

    static long[] of(String s, boolean numeric) {
        UTF16CollationIterator elements = new UTF16CollationIterator(DATA, numeric, s, 0);
        List<Long> found = new ArrayList<>();
        for (long ce = elements.nextCE(); ce != com.ibm.icu.impl.coll.Collation.NO_CE; ce = elements.nextCE()) {
            if (ce != 0) {
                found.add(ce);
            }
        }
        return found.stream().mapToLong(Long::longValue).toArray();
    }

    static void vectors(long seed, int count) {
        out.println("# strength, caseLevel, numericOrdering; two strings; how ICU " + VersionInfo.ICU_VERSION.getVersionString(2, 2)
                + " compares them; the sort key of the first. Printed by .ci/collation.");
        Strings strings = new Strings(seed);
        int[] strengths = {Collator.PRIMARY, Collator.SECONDARY, Collator.TERTIARY};
        for (int options = 0; options < 12; options++) {
            RuleBasedCollator collator = (RuleBasedCollator) Collator.getInstance(new ULocale("en"));
            collator.setStrength(strengths[options % 3]);
            collator.setCaseLevel(options / 3 % 2 == 1);
            collator.setNumericCollation(options / 6 == 1);
            for (int i = 0; i < count; i++) {
                String a = strings.any(), b = strings.near(a);
                CollationKey key = collator.getCollationKey(a);
                if (Integer.signum(key.compareTo(collator.getCollationKey(b))) != collator.compare(a, b)) {
                    throw new IllegalStateException("ICU contradicts itself: " + quote(a) + " " + quote(b) + " " + options);
                }
                out.printf("%d %d %d\t%s\t%s\t%d\t%s%n", options % 3 + 1, options / 3 % 2, options / 6,
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
        final Map<Long, List<String>> byPrimary = new HashMap<>();
        static final String[] KINDS = {
            "abcABC", "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", "aAb \\-_.,1", "0123456789", "0019 a",
            "sSae\u00e9E\u00c9\u00eao\u00f6\u00f8\u00e6\u0153\u0142\u0130\u0131", "\u0430\u0431\u0432\u0438\u0439\u0418\u0419\u0451\u0435\u0436",
            "\u03b1\u03ac\u0391\u03c3\u03c2\u03a3", "a\u0430z\u03b1", "\u1ea1\u1ec7\u01b0a", "\u2026\u2013\u201e\u201ca \u00a0",
        };

        Strings(long seed) {
            random = new Random(seed);
            for (String s : RANGE) {
                long[] primaries = Arrays.stream(of(s, false)).map(ce -> ce >>> 32).filter(p -> p != 0).toArray();
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
            for (long ce : of(String.valueOf(c), false)) {
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
