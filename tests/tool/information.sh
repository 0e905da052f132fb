# Help, version, and perlin info.

for command in '' render info; do
    expect 0 "$perlin" $command --help
    grep -q "^Usage: perlin $command" out || complain "--help of '$command'"
    [ ! -s err ] || complain "--help of '$command' writes to stderr"
done
for command in render info; do
    expect 0 "$perlin" $command --help
    cp out help.txt
    expect 0 "$perlin" help $command
    same out help.txt
done
# Help begins with what is wanted most, which works as it stands.
expect 0 "$perlin" render --help
[ "$(sed -n 3p out)" = 'Examples:' ] || complain 'render --help does not begin with examples'
sed -n 's/^  perlin\( render .*[^ ]\)   *.*/\1/p' out >examples.txt
[ "$(wc -l <examples.txt)" -eq 5 ] || complain 'render --help does not have five examples'
while read -r example; do
    (eval "'$perlin' $example --quiet") || complain "an example of render --help: $example"
done <examples.txt
for file in $(sed -n 's/.*\(-o\|>\) //p' examples.txt); do
    [ -s "$file" ] || complain "an example of render --help writes no $file"
done
# The page about building has all noises that can be left out.
expect 2 "$perlin" render -o x.png --basis '?'
for basis in $(sed -n 's/,//g; s/ or / /; s/.* is not //p' err); do
    tr '\n' ' ' <"$docs/building.md" | grep -q "takes the names of[^.]*\`$basis\`" || complain "building.md does not have the noise $basis"
done
expect 0 "$perlin" --help
cp out help.txt
for command in help 'help help' 'help version' -h; do
    expect 0 "$perlin" $command
    same out help.txt
done
expect 0 "$perlin" --version
cp out version.txt
for command in version -V; do
    expect 0 "$perlin" $command
    same out version.txt
done
grep -Eq '^perlin [0-9]+\.[0-9]+\.[0-9]+$' out || complain '--version'

expect 0 "$perlin" info --check
grep -q 'digests are right' out || complain 'info compares no digests'
[ "$(wc -l <out)" -eq "$(grep -c 'self-test' out)" ] || complain 'info --check does more than that'
expect 0 "$perlin" info --no-self-test --no-throughput
for word in libperlin CPU backends; do
    grep -q "^$word " out || complain "info: no line about $word"
done
if grep -q samples out; then complain 'info measures in spite of --no-throughput'; fi
if grep -q digests out; then complain 'info compares digests in spite of --no-self-test'; fi
# What runs here is there before the self-test ends, of which a terminal shows the progress.
python3 - "$perlin" <<'PYTHON' || complain 'info: what runs here, or the progress, is late'
import os, pty, signal, subprocess, sys
terminal, theirs = pty.openpty()
info = subprocess.Popen([sys.argv[1], 'info'], stdout=subprocess.PIPE, stderr=theirs)
os.close(theirs)
lines = [info.stdout.readline().split()[0] for _ in range(3)]
bar = b''
while b'%' not in bar:
    bar += os.read(terminal, 99)
info.terminate()
assert lines == [b'libperlin', b'CPU', b'backends'] and bar.startswith(b'\r[....'), (lines, bar)
assert info.wait() == -signal.SIGTERM
PYTHON
expect 0 env PERLIN_BACKEND=scalar "$perlin" info --no-self-test --no-throughput
grep -q 'auto is scalar' out || complain 'PERLIN_BACKEND does not cap the choice'
[ ! -s err ] || complain 'a warning about a known backend'
expect 0 env PERLIN_BACKEND=abacus "$perlin" info --no-self-test --no-throughput
grep -q abacus err || complain 'no warning about an unknown backend'
expect 0 "$perlin" info --print-digests
same out "$docs/../tools/golden.h"
