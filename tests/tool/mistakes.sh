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
for option in '--size 0x5' '--size 5' '--size 5x' '--size -5x5' '--size 5x5x5' '--size 1000001x1' \
    '--size 99999999999999999999x1' '--depth 9' '--depth 08' '--style oil' '--dims 1' '--dims 5' \
    '--dims 2x' '--dims 2 --z 1' '--dims 3 --w 1' '--step nan' '--step inf' '--step 1/0' \
    '--step 1e999' '--step 1/64/2' '--step 0.5px' '--start 1' '--start 1,' '--start 1.5,2' \
    '--start 9223372036854775808,0' '--start 9223372036854775807,0' '--start 0,-9223372036854775808' \
    '--origin 1' '--origin 1,x' '--seed -1' '--seed 18446744073709551616' '--seed 0x' '--seed 1e3' \
    '--frequency x' '--frequency 1e308 --octaves 32' '--octaves 0' '--octaves 33' '--gain -1' \
    '--gain 1e200 --octaves 9' '--lacunarity -2' '--gradients hex' '--basis x' '--interpolation x' '--range unit' '--contrast 1e39' \
    '--style terrain --sea-level 2' '--style terrain --relief -1' '--style terrain --step 0' \
    '--format jpeg' '--format raw --depth 16' '--format raw --contrast 1' '--format raw --style terrain' \
    '--style wood --depth 16' '--style wood --frequency 0' '--style marble --step 0 --frequency 0' \
    '--style blend --step 1e308' '--style clouds --frequency 1e-320' '--style terrain --frequency 0' '--style terrain --depth 16' '--backend mmx' '--backend unknown' \
    '--fractal none' '--weighted-strength 1.1' '--weighted-strength -0.1' '--ping-pong-strength -1' \
    '--ridge-offset 1025' '--ridge-gain x' '--chunk 0' '--chunk 16385' '--animate 2' '--z' '--z x'; do
    usage render -o x.png $option
done
for option in '--animate 1' '--animate 10000' '--radius 0' '--radius -1' '--dims 3' '--dims 2' '--z 1e308 --radius 1.79e308' \
    '--rotate xz' \
    '--z -1e308 --w 1 --radius 1.79e308'; do
    usage render -o x%d.png --animate 3 $option
done
for option in '--tile 0' '--tile 4x0' '--tile 4x' '--tile 2147483649' '--tile 4,4' '--tile 4 --step 1/7.1' '--tile 4x3 --step 1/2.5' \
    '--tile 1 --step 2' '--tile 4 --step 0' '--tile 4 --frequency 0' '--tile 4 --frequency 0 --step 1/64' '--tile 4 --step 1e-300' \
    '--tile 4 --frequency 1e-300' '--tile 4 --octaves 2 --lacunarity 2.5' '--tile 4 --octaves 2 --lacunarity 0' \
    '--tile 2147483648 --octaves 2' '--tile 2147483648 --style wood' '--tile 4 --octaves 31' '--table-bits 7' \
    '--table-bits 17' '--rotate xyz-yz' '--rotate xy --dims 2' '--rotate xy --w 1' '--rotate xz --dims 4' '--rotate xyz --dims 3' \
    '--rotate xyz-xz --dims 2' '--rotate xy --tile 4' '--normals --style terrain' '--normals --style wood' '--normals --contrast 1' \
    '--normals --step 0' '--normals --frequency 0' '--normals --height 1e39' '--normals --height inf' \
    '--normals --format raw --depth 16'; do
    usage render -o x.png $option
done
usage render -o x.png --size ''
usage render -o x.png --step ' 1'
usage render -o x.png --seed ' 1'
[ ! -e x.png ] && [ ! -e x0.png ] || complain 'a mistake on the command line left a file'

# A message says what is allowed.
says "invalid value for --octaves: '0' is not an integer from 1 to 32" --octaves 0
says "invalid value for --size: '5' is not WxH" -s 5
says 'fbm, billow, ridged, ping-pong or multifractal' --fractal none
valued='size style format depth contrast sea-level relief height dims step start origin tile z w animate radius seed
    frequency octaves fractal lacunarity gain weighted-strength ping-pong-strength ridge-offset ridge-gain table-bits
    rotate basis interpolation gradients range backend chunk'
for option in $valued; do
    says "invalid value for --$option: '?' is not " --$option '?'
done

# The help and the manual page have every option.
expect 0 "$perlin" render --help
for option in $valued output normals octave-tables smoothing quiet help; do
    grep -q -e " --$option " out || complain "the help does not have --$option"
    grep -q -e "Fl -$option\( \|\$\)" "$docs/perlin.1" || complain "the manual page does not have --$option"
done

says '4 cells are 28.4 pixels' --tile 4 --step 1/7.1
says '--tile needs a --lacunarity that is an integer' --tile 4 --octaves 2 --lacunarity 2.03

says '--tile and --rotate exclude each other' --tile 4 --rotate xy
says 'turns 3-D noise' --rotate xy --w 0

# What was probably meant.
for word in rendr:render inf:info --hlep:--help; do
    usage ${word%:*}
    grep -qF "; did you mean ${word#*:}?" err || complain "no suggestion for $word"
done
