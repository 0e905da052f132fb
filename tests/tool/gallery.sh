# The gallery.

# The commands on its page make its pictures, on every machine.
mkdir gallery
sed -n 's/^    perlin //p' "$docs/gallery.md" >commands
while read -r arguments; do
    (cd gallery && "$perlin" $arguments) || complain "a command of the gallery fails: $arguments"
done <commands
for picture in "$docs"/gallery/*.png; do
    grep -qF "(gallery/${picture##*/})" "$docs/gallery.md" || complain "$picture is not on the gallery's page"
    same_pixels "gallery/${picture##*/}" "$picture"
done
[ "$(ls gallery)" = "$(ls "$docs/gallery")" ] || complain 'the gallery has other pictures than its page'

# The terrain of the README, by the command that the manual page has.
render -o terrain.png --style terrain --size 800x400 --seed 8 --warp 2/5 --compression 9
same_pixels terrain.png "$docs/terrain.png"
grep -qF -- 'perlin render --style terrain --size 800x400 --seed 8 --warp 2/5 -o terrain.png' "$docs/perlin.1" ||
    complain 'the manual page has another command for the terrain of the README'
