# Writes vectors.txt, what Perl finds with random patterns: PCRE2 follows Perl in
# all that they use, and regex_test.go holds memdb to it.
#
# Regenerate: perl testdata/vectors.pl > testdata/vectors.txt
# Each line: pattern, options, text in hex, and what was found: "-" for nothing,
# else start and end of the match and of each group, "-1 -1" for a group that
# took no part.
use strict;
use warnings;

srand(8204);
my $depth = 0;

sub pick { return $_[int rand @_] }

sub class {
    my @items = map { pick('a', 'b', 'A', '1', ' ', '_', '.', '$', '^b', '|', 'a-c', '0-9', '\d', '\s', '\w', '\n', '[:alpha:]', '[:space:]', '\.') } 1 .. 1 + int rand 3;
    return '[' . pick('', '^') . join('', @items) . pick('', '', '-') . ']';
}

sub atom {
    my $r = rand;
    return pick('a', 'b', 'A', 'B', '1', ' ', '_', '-') if $r < 0.5;
    return pick('.', '\d', '\D', '\w', '\W', '\s', '\S', '\n', '\.', '\x61') if $r < 0.7;
    return class() if $r < 0.8;
    return pick('\b', '\B') if $r < 0.84;
    return '(' . pick('', '?:', '?i:', '?s:') . alternatives() . ')';
}

sub piece {
    my $atom = atom();
    return $atom if $atom =~ /^\\[bB]$/ or rand() < 0.6;
    return $atom . pick('*', '+', '?', '{2}', '{1,2}', '{2,}') . pick('', '', '?');
}

sub alternatives {
    return 'a' if ++$depth > 12;
    return join '|', map { join '', map { piece() } 1 .. 1 + int rand 3 } 1 .. 1 + int rand 1.6;
}

for (1 .. 4000) {
    $depth = 0;
    my $pattern = pick('', '', '^', '\A') . alternatives() . pick('', '', '$', '\z', '\Z');
    my $options = pick('', '', 'i', 's', 'm', 'is');
    my $compiled = eval { no warnings; qr/(?^a$options:$pattern)/ } or next;
    for (1 .. 3) {
        my $text = join '', map { pick('a', 'b', 'A', 'B', 'c', '1', ' ', '_', '-', "\n", "\x0b", '.') } 0 .. int rand 8;
        my $found = '-';
        if ($text =~ $compiled) {
            $found = join ' ', map { defined $-[$_] ? ($-[$_], $+[$_]) : (-1, -1) } 0 .. $#+;
        }
        print join("\t", $pattern, $options, unpack('H*', $text), $found), "\n";
    }
}
