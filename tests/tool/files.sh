# Output files.

expect 1 "$perlin" render -o missing/x.png
grep -q 'missing/x.png' err || complain 'no word of the path'
mkdir folder
expect 1 "$perlin" render -o folder
rmdir folder || complain 'something is left in the folder'

# An existing file is replaced, with its permissions, through a link too; a new one follows the umask.
(umask 027 && "$perlin" render --size 8x8 -o new.png)
[ "$(ls -l new.png | cut -c 1-10)" = -rw-r----- ] || complain 'permissions of a new file'
echo old >old.png
chmod 640 old.png
ln -s old.png link.png
render --size 8x8 -o link.png
[ -L link.png ] || complain 'the link has been replaced'
[ "$(ls -l old.png | cut -c 1-10)" = -rw-r----- ] || complain 'permissions of an old file'
same old.png new.png

# A write that fails half-way leaves the old file, and no other.
mkdir limited
echo old >limited/x.png
(
    ulimit -f 1
    trap '' XFSZ
    exec "$perlin" render --size 512x512 --octaves 4 --seed 1 -o limited/x.png
) >out 2>err
[ $? -eq 1 ] || complain 'no failure beyond the limit of a file'
[ "$(cat limited/x.png)" = old ] || complain 'a failure has touched the old file'
[ "$(ls limited)" = x.png ] || complain "a failure leaves $(ls limited)"
[ -s err ] || complain 'no message about the failed write'

# So does a signal, which ends the command.
if command -v timeout >/dev/null; then
    timeout -s TERM 0.3 "$perlin" render --size 20000x20000 --octaves 32 --backend scalar \
        -o limited/x.png >out 2>err
    [ $? -eq 124 ] || complain 'no end by a signal'
    [ "$(ls limited)" = x.png ] && [ "$(cat limited/x.png)" = old ] || complain 'a signal leaves files'
fi

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
