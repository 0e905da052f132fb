# Output files.

expect 1 "$perlin" render -o missing/x.png
grep -q 'missing/x.png' err || complain 'no word of the path'
! grep -q 'black is' err || complain 'noise is computed for a folder that is missing'
mkdir folder
expect 1 "$perlin" render -o folder
rmdir folder || complain 'something is left in the folder'

# An existing file is replaced, with its permissions, through a link too; a new one follows the
# umask.
(umask 027 && "$perlin" render --quiet --size 8x8 -o new.png)
[ "$(ls -l new.png | cut -c 1-10)" = -rw-r----- ] || complain 'permissions of a new file'
echo old >old.png
chmod 640 old.png
ln -s old.png link.png
render --size 8x8 -o link.png
[ -L link.png ] || complain 'the link has been replaced'
[ "$(ls -l old.png | cut -c 1-10)" = -rw-r----- ] || complain 'permissions of an old file'
same old.png new.png

# Other hard links keep the old picture, as the manual page says.
render --size 9x9 -o hard.png
cp hard.png before.png
ln hard.png other.png
render --size 8x8 -o hard.png
same hard.png new.png
same other.png before.png
grep -q 'hard links .* keep the old picture' "$docs/perlin.1" || complain 'no word of hard links in the manual page'

# Names as long as the file system takes them, new or not; a longer one is said to be.
name=$(printf '%0251d' 0)
for length in 244 245 251; do
    long=$(echo "$name" | cut -c 1-$length).png
    for time in new old; do
        render --size 8x8 -o "$long"
        same "$long" new.png
    done
    rm -f "$long"
done
expect 1 "$perlin" render --size 8x8 --quiet -o "0$name.png"
grep -q 'File name too long' err || complain 'no word of a name that is too long'

# A link to what is not there yet is written through, too; a loop of links leads nowhere.
mkdir linked linked/to
ln -s to/first linked/dangling.png
ln -s ../../linked/second.png linked/to/first
render --size 8x8 -o linked/dangling.png
[ -L linked/dangling.png ] && [ -L linked/to/first ] || complain 'a dangling link has been replaced'
same linked/second.png new.png
ln -s "$PWD/linked/third.png" linked/absolute.png
render --size 8x8 -o linked/absolute.png
same linked/third.png new.png
ln -s missing/x.png linked/nowhere.png
expect 1 "$perlin" render --size 8x8 -o linked/nowhere.png
ln -s b.png linked/a.png
ln -s a.png linked/b.png
expect 1 "$perlin" render --quiet --size 8x8 -o linked/a.png
grep -q 'linked/a.png' err || complain 'no word of the loop'
[ "$(cd linked && echo * to/*)" = 'a.png absolute.png b.png dangling.png nowhere.png second.png third.png to to/first' ] ||
    complain "links leave $(cd linked && echo * to/*)"
[ "$(readlink linked/a.png)" = b.png ] || complain 'a loop of links has been broken'

# A write that fails half-way leaves the old file, and no other.
mkdir limited
echo old >limited/x.png
for trapped in XFSZ ''; do # ignored before, or not
    (
        ulimit -f 1
        [ -z "$trapped" ] || trap '' $trapped
        exec "$perlin" render --quiet --size 512x512 --octaves 4 --seed 1 -o limited/x.png
    ) >out 2>err
    [ $? -eq 1 ] || complain 'no failure beyond the limit of a file'
    [ "$(cat limited/x.png)" = old ] || complain 'a failure has touched the old file'
    [ "$(ls limited)" = x.png ] || complain "a failure leaves $(ls limited)"
    [ -s err ] || complain 'no message about the failed write'
done

# So does a signal, which ends the command; --contrast, for there is no file while the range is
# being found.
long='--size 20000x20000 --octaves 32 --backend scalar --contrast 1 -o limited/x.png'
ulimit -c 0
rm -f limited/perlin-*
for signal in INT TERM HUP XCPU; do
    # A shell starts background processes with SIGINT ignored, nohup all with SIGHUP. A function would be
    # a process of its own.
    "$found" -c 'import os, signal, sys
signal.signal(signal.SIGINT, signal.SIG_DFL)
signal.signal(signal.SIGHUP, signal.SIG_DFL)
os.execv(sys.argv[1], sys.argv[1:])' "$perlin" render $long >out 2>err &
    process=$!
    for wait in $(seq 600); do # for the temporary file: a minute, on a busy machine
        [ "$(ls limited | wc -l)" -eq 1 ] || break
        sleep 0.1
    done
    [ "$(ls limited | wc -l)" -eq 2 ] || complain "no temporary file before $signal"
    kill -s $signal $process
    for wait in $(seq 600); do
        kill -0 $process 2>/dev/null || break
        sleep 0.1
    done
    kill -9 $process 2>/dev/null && complain "$signal does not end it"
    wait $process 2>/dev/null
    [ $? -gt 128 ] || complain "no end by $signal"
    [ "$(ls limited)" = x.png ] && [ "$(cat limited/x.png)" = old ] || complain "$signal leaves $(ls limited)"
done
(
    ulimit -S -t 1
    exec "$perlin" render $long
) >out 2>err
[ $? -gt 128 ] || complain 'no end by a limit of time'
[ "$(ls limited)" = x.png ] && [ "$(cat limited/x.png)" = old ] || complain "a limit of time leaves $(ls limited)"

if [ -e /dev/full ]; then
    for arguments in 'render --size 8x8 -o -' --help 'render --help' 'info --no-self-test --no-throughput'; do
        "$perlin" $arguments >/dev/full 2>err
        [ $? -eq 1 ] || complain "no failure on a full device: $arguments"
        [ -s err ] || complain "no message about a full device: $arguments"
    done
    expect 1 "$perlin" render --size 300x300 --format raw -o /dev/full
    grep -q 'cannot write: ' err || complain 'no reason for a failed write'
    expect 1 "$perlin" render --size 8x8 -o /dev/full
    [ -c /dev/full ] || complain '/dev/full has been replaced'
fi
