# Mistakes on the command line, and what messages say.

usage
usage unknown
usage --unknown
usage info extra
usage info --unknown
usage help unknown
usage help render extra
usage version extra
usage render
usage render -o x.png extra
usage render -o x.png --unknown
usage render -o ''
for option in '--size 0x5' '--size 5x' '--size x5' '--size -5x5' '--size 5x5x5' '--size 1000001x1' \
    '--size 99999999999999999999x1' '--depth 9' '--depth 08' '--style oil' '--dims 0' '--dims 5' \
    '--dims 2x' '--dims 2 --z 1' '--dims 3 --w 1' '--step nan' '--step inf' '--step 1/0' \
    '--step 1e999' '--step 0' '--step 1/64/2' '--step 0.5px' '--start 1' '--start 1,' '--start 1.5,2' \
    '--start 1,2,3' '--start 9223372036854775808,0' '--start 9223372036854775807,0' \
    '--start 0,9223372036854775297' '--start 0,-9223372036854775809' '--style terrain --start 0,-9223372036854775808' \
    '--style terrain --start 9223372036854775296,0' \
    '--origin 1' '--origin 1,x' '--origin 1,2,3' '--seed -9223372036854775809' '--seed 18446744073709551616' '--seed -' '--seed --1' '--seed -0x' '--seed 0x' '--seed 1e3' \
    '--frequency x' '--frequency 0' '--frequency 1e308 --octaves 32' '--octaves 0' '--octaves 33' '--gain x' '--gain -1 --fractal multifractal' '--weights 1,' '--weights 1,x' '--weights 0,0' '--weights 1;2' \
    '--warp 0' '--warp' '--warp x' '--warp nan' '--warp 1e999' \
    '--weights 1,2 --octaves 3' '--weight-octaves 33' '--weight-octaves -1' '--weight-octaves 2 --octaves 3 --contrast 1' '--weights 1,-1 --fractal multifractal' '--octave-offsets 2' '--octave-offsets' \
    '--gain 1e200 --octaves 9' '--lacunarity x' '--gradients hex' '--hash x' '--basis x' '--interpolation x' '--range unit' '--contrast 1e7' \
    '--compression -1' '--compression 10' '--octave-seeds 2' '--octave-seeds' \
    '--style terrain --sea-level 2' '--basis elias --dims 4' '--basis opensimplex --dims 4' \
    '--basis opensimplex --dims 1' '--basis opensimplex --hash integer' '--basis simplex --tile 4' '--style terrain --relief -1' '--style terrain --relief 1e300' '--style terrain --step 1e-300' \
    '--format jpeg' '--style blend --step 1e308' '--style clouds --frequency 1e-320' '--backend mmx' '--backend unknown' \
    '--fractal x' '--weighted-strength 8.1' '--weighted-strength -8.1' '--weighted-strength 1.1 --range raw' \
    '--weighted-strength -0.1 --range raw' '--ping-pong-strength -1' \
    '--ridge-offset 1025' '--ridge-gain x' '--chunk 0' '--chunk 16385' '--animate 2' '--z' '--z x' '--quiet=1' '-Z'; do
    usage render -o x.png $option
done
for option in '--animate 1' '--animate 10000' '--radius 0' '--radius -1' '--dims 3' '--dims 2' '--z 1e308 --radius 1.79e308' \
    '--rotate xz' \
    '--z -1e308 --w 1 --radius 1.79e308'; do
    usage render -o x%d.png --animate 3 $option
done
for option in '--tile 0' '--tile 0x0' '--tile 4x' '--tile -4' '--dims 1 --tile 4x3' '--dims 1 --tile 0x4' '--tile 2147483649' '--tile 4,4' '--tile 4 --step 1/7.1' '--tile 4x3 --step 1/2.5' \
    '--tile 1 --step 2' '--tile 0x4 --step 1/7.1' '--tile 4 --step 1e-300' \
    '--tile 4 --frequency 1e-300' '--tile 4 --octaves 2 --lacunarity 2.5' '--tile 4 --octaves 2 --lacunarity 0' \
    '--tile 2147483648 --octaves 2' '--tile 2147483648 --fractal none --warp 1' '--tile 2147483648 --style wood' '--tile 4 --octaves 31' \
    '--rotate xyz-yz' '--rotate xy --dims 2' '--rotate xy --w 1' '--rotate xz --dims 4' '--rotate xyz --dims 3' \
    '--rotate xyz-xz --dims 2' '--rotate xy --tile 4' \
    '--normals --frequency 1e-320' '--normals --height 1e39' '--normals --height inf' '--dims 1 --start 1,2' '--dims 1 --origin 1,2'; do
    usage render -o x.png $option
done
usage render -o x.png --size ''
usage render -o x.png --step ' 1'
usage render -o x.png --seed ' 1'
[ ! -e x.png ] && [ ! -e x0.png ] || complain 'a mistake on the command line left a file'

# Names that would mislead.
for name in x.jpg x.PN x.png.gz folder.png/x.jpg x.r16 x.f32; do
    usage render -o "$name" --size 8x8
    grep -qF -e "'$name' does not end in .png, but --format is png unless you give another" err ||
        complain "no word of --format: $name"
done
for format in raw r16; do
    for name in x.png x.PNG x.jpg x.tiff; do
        usage render -o "$name" --size 8x8 --format $format
        grep -qF -e "--format $format" err || complain "no word of --format $format: $name"
    done
done
usage render -o x.r16 --size 8x8 --format raw
usage render -o x.f32 --size 8x8 --format r16
[ -z "$(ls | grep '^x\.')" ] || complain 'a misleading name has been written to'
mkdir x.y
for name in x.PNG plain .hidden x.y/plain; do
    render -o "$name" --size 8x8
    [ -s "$name" ] || complain "no file $name"
done
rm -r x.PNG x.y

# A message says what is allowed.
says "invalid value for --octaves: '0' is not an integer from 1 to 32" --octaves 0
says "invalid value for --size: '5x' is not SIZE or WxH" -s 5x
says 'none, fbm, billow, ridged, ping-pong or multifractal' --fractal x
valued='size style format depth compression contrast sea-level relief height dims step start origin tile z w animate
    radius seed frequency octaves weight-octaves fractal lacunarity gain weights weighted-strength ping-pong-strength ridge-offset ridge-gain
    octave-seeds octave-offsets hash rotate basis interpolation gradients range backend chunk'
for option in $valued; do
    says "invalid value for --$option: '?' is not " --$option '?'
done

# The help and the manual page have every option.
expect 0 "$perlin" render --help
for option in $valued output normalize print-code normals elias-smoothing yes quiet help; do
    grep -q -e " --$option " out || complain "the help does not have --$option"
    grep -q -e "Fl -$option\( \|\$\)" "$docs/perlin.1" || complain "the manual page does not have --$option"
done

# What was probably meant.
says 'unknown option --octave; did you mean --octaves?' --octave 3
says 'unknown option --octave; did you mean --octaves?' --octave=3
says 'unknown option --gian; did you mean --gain?' --gian 3
says 'unknown option --octave_seeds; did you mean --octave-seeds?' --octave_seeds 1
says "; did you mean terrain?" --style terain
says "; did you mean terrain?" --style Terrain
says "; did you mean grey?" --style gray
says "; did you mean opensimplex2s?" --basis opensimplx2s
says "; did you mean fbm?" --fractal fmb
says "; did you mean cellular?" --basis worley
says "; did you mean cellular?" --basis Voronoi
says "; did you mean billow?" --fractal turbulence
says "; did you mean integer?" --hash interger
for option in '--foo' '--style oil' '-Z' '--fractal worley' '--fractal x' '--octaves 3O'; do
    usage render -o x.png $option
    if grep -q 'did you mean' err; then complain "a suggestion for $option"; fi
done
says 'unknown option -Z' -Z
says '--quiet takes no value' --quiet=1
expect 2 "$perlin" render -o x.png --octaves
grep -q -e '--octaves needs a value' err || complain 'no word of a missing value'
expect 2 "$perlin" render -s 5 -o
grep -q -e '--output needs a value' err || complain 'no word of a missing value of -o'
for word in rendr:render inf:info --hlep:--help; do
    usage ${word%:*}
    grep -qF "; did you mean ${word#*:}?" err || complain "no suggestion for $word"
done

# The option that was given is to blame.
says "invalid value for --relief: '1e300'" --style terrain --relief 1e300
says '--step 1e-300: too small or too large' --style terrain --step 1e-300
says '--frequency 1e-320: too small or too large' --style clouds --frequency 1e-320
says '--step 1e-300 and --frequency 1e-100: too small' --style terrain --step 1e-300 --frequency 1e-100
says '--origin 1e308,0: too large' --style wood --origin 1e308,0
says '--frequency 1e308 and --octaves 32: the frequency' --frequency 1e308 --octaves 32
says '--lacunarity 1e200 and --octaves 9: the frequency' --lacunarity 1e200 --octaves 9
says '--lacunarity 1e200: the frequency' --style clouds --lacunarity 1e200
says '--gain 1e200 and --octaves 9: the weights' --gain 1e200 --octaves 9
says '--gain 1e200: the weights' --style clouds --gain 1e200
says '--weights 1,1e308,1e308: the weights' --weights 1,1e308,1e308
says '--weights 0,0: all are 0' --weights 0,0
says '--weights 1,-1: --fractal multifractal takes no negative' --weights 1,-1 --fractal multifractal
says '--gain -1: --fractal multifractal takes no negative' --gain -1 --fractal multifractal
says '--weight-octaves 2: there are 3 octaves' --octaves 3 --weight-octaves 2 --contrast 1
says '--weight-octaves 7: there are 8 octaves' --style clouds --weight-octaves 7
says '--octaves 2: --weights has 3' --weights 1,2,3 --octaves 2
says '--weighted-strength -8: with --range raw' --weighted-strength -8 --range raw
says '--height 3e38: too large' --normals --tile 1x9 --height 3e38
says '4 cells are 28.4 pixels at this --step 1/7.1: not' --tile 4 --step 1/7.1
says '4 cells are 28.4 pixels at this --step 1/14.2 and --frequency 2: not' --tile 4 --step 1/14.2 --frequency 2
says '--lacunarity 2.03: octaves of a --tile need an integer' --tile 4 --octaves 2 --lacunarity 2.03
says '--octaves 31 and --tile 4: the last octave' --tile 4 --octaves 31
says '--tile 257: too many cells; 2147483648 at most, or 256 with --hash permutation' --tile 257 --hash permutation
says '--tile 200: too many cells for the finer noises of --style stones' --tile 200 --style stones --octaves 1 --hash permutation
says '--tile 2147483648: the last octave of a tile passes 2147483648 cells' --tile 2147483648 --style wood
says '--tile 2147483648: too many cells for the finer noises of --style mud' --tile 2147483648 --style mud --octaves 1
says '--frequency 1e-100: too small or too large for the warp of a texture' --style biomes --frequency 1e-100
says 'or biomes; did you mean stones?' --style stone
says 'it is for --basis cellular and the styles mud, stones and biomes' --style wood --jitter 1
says '--octaves 2 and --tile 2147483648: the last octave' --tile 2147483648 --octaves 2 --hash integer
says '--lacunarity 16 and --tile 65536: the last octave' --tile 65536 --style clouds --lacunarity 16
says '--frequency is too small for a --tile' --tile 4 --frequency 1e-300
says '--tile and --rotate exclude each other' --tile 4 --rotate xy
says '--rotate xy turns 3-D noise, but --w 0 makes it 4-D' --rotate xy --w 0
says '--rotate xyz turns 4-D noise, but --dims 3 makes it 3-D' --rotate xyz --dims 3
says '--basis elias has no 4-D noise, which --w 1 asks for' --basis elias --w 1
says '--basis elias has no 4-D noise, which --rotate xyz turns' --basis elias --rotate xyz
says '--basis opensimplex has no noise by --hash integer' --basis opensimplex --hash integer
for basis in value value-cubic cellular opensimplex2 opensimplex2s; do
    says "--basis $basis has no noise by --hash permutation" --basis $basis --hash permutation
done
says '--basis simplex: noise on simplices does not repeat' --basis simplex --tile 4
says '--start 9223372036854775807,0: the image passes' --start 9223372036854775807,0
expect 2 "$perlin" render -o x%d.png --animate 3 --radius 1.79e308 --z 1e308
grep -q -e '--radius 1.79e308 and --z 1e308: too large' err || complain 'no word of --radius and --z'

# Much to write asks for --yes.
says '--size 100000: 10000000000 samples are 9.3 GiB of files, before compression, and take 24.7 MiB of memory; --yes' -s 100000
says '--size 50000x42950: 2147500000 samples are 8.0 GiB of files and take' -s 50000x42950 --format raw -o x.raw
expect 2 "$perlin" render -o x%d.png --animate 9999
grep -q -e '--animate 9999: 2621177856 samples' err || complain 'no word of --animate for many samples'
expect 1 "$perlin" render --yes -s 100000 -o missing/x.png --contrast 1
expect 1 "$perlin" render -s 65536x32768 -o missing/x.png --contrast 1 # 2^31 do not ask
