# Options without effect are mistakes.

# without OPTION ARGUMENTS...: OPTION has no effect with the arguments.
without() {
    option=$1
    shift
    usage render -o x$end "$@"
    grep -q -e "--$option has no effect here: ." err || { complain "no word of --$option: $*"; cat err; }
}

end=.png
without normals --normals --dims 1
without normals --normals --style terrain
without normals --normals --style wood
without style --style terrain --dims 1
without depth --depth 8 --style terrain
without depth --depth 16 --style wood
without normals --normals --style terrain --depth 16
without normalize --normalize --style terrain
without normalize --normalize --style clouds
without normalize --normalize --normals
without contrast --contrast 2 --normals
without contrast --contrast 2 --normalize
without sea-level --sea-level 0.1
without sea-level --sea-level 0.1 --style wood
without relief --relief 1
without relief --relief 1 --style terrain --depth 16
without relief --relief 1 --style edges
without height --height 1
without height --height 1 --style terrain
without rotate --rotate none --dims 1
without z --z 0 --dims 2
without z --z 0 --dims 1
without w --w 0 --dims 3
without radius --radius 1
for style in mud stones biomes; do
    without metric --metric manhattan --style $style
    without result --result f2 --style $style
    without sea-level --sea-level 0.1 --style $style
    without depth --depth 16 --style $style
done
without jitter --jitter 0.5
without jitter --jitter 0.5 --style wood
without warp --warp 0
without warp --warp 0 --style blend
without octaves --octaves 3 --fractal none
for option in lacunarity gain octave-seeds octave-offsets weighted-strength; do
    without $option --$option 1 --fractal none
    without $option --$option 1 --octaves 1
    without $option --$option 1 --octaves 1 --fractal billow
done
without weights --weights 1
without weights --weights 1,2 --fractal none
without gain --gain 0.5 --weights 1,2
without weight-octaves --weight-octaves 9 --fractal none
without weight-octaves --weight-octaves 9 --weights 1,2
without weight-octaves --weight-octaves 9
without octave-seeds --octave-seeds 0 --basis elias
for hash in auto permutation integer; do
    without hash --hash $hash --basis elias
done
without weighted-strength --weighted-strength 0.5 --fractal multifractal
without ping-pong-strength --ping-pong-strength 2
without ping-pong-strength --ping-pong-strength 2 --fractal ridged
without ridge-offset --ridge-offset 1 --fractal ridged
without ridge-gain --ridge-gain 2
without ridge-gain --ridge-gain 2 --fractal multifractal --octaves 1
without interpolation --interpolation cubic
without interpolation --interpolation quintic --basis value-cubic
without elias-smoothing --elias-smoothing --basis value
for basis in value value-cubic elias opensimplex opensimplex2 opensimplex2s; do
    without gradients --gradients axis --basis $basis
done
without gradients --gradients axis --hash integer
without gradients --gradients axis --dims 3
without gradients --gradients axis --w 0
without gradients --gradients default --dims 1
without gradients --gradients axis --basis simplex --z 0
without gradients --gradients slice --basis simplex
without range --range raw
without range --range signed --fractal ridged
without range --range raw --dims 1
expect 2 "$perlin" render -o x%d.png --animate 2 --dims 3
grep -q -e '--animate has no effect here' err || complain 'no word of --animate'
end=
for format in raw r16; do
    without depth --format $format --depth 16
    without compression --format $format --compression 1
done
without relief --relief 1 --style terrain --format r16
without contrast --format raw --contrast 1 --normalize
without contrast --format r16 --contrast 1 --normalize
without range --format r16 --range raw --normalize
for style in wood marble mud stones biomes; do
    for format in raw r16; do
        says "--format $format is for heights: --style $style is a picture" --format $format --style $style -o x
    done
done
says '--format r16 is for heights' --format r16 --normals -o x
[ ! -e x ] && [ ! -e x.png ] || complain 'a mistake on the command line left a file'

# What a message advises is taken.
while IFS='|' read -r options advice instead; do
    for given in '--range raw' '--weight-octaves 9'; do
        name=${given% *}
        without ${name#--} $given $options
        grep -qF -e "$advice" err || { complain "no '$advice' in the message: $given $options"; cat err; }
        render -o option.png --size 9x9 $given $instead
    done
done <<'CASES'
-o x.png|: give a --contrast, no --normalize|--contrast 1
-o x.png --normalize|: give a --contrast, no --normalize|--contrast 1
-o x.png --normalize --dims 1|: give a --contrast, no --normalize|--dims 1 --contrast 1
-o x --format raw --normalize|: leave that out|-o option.raw --format raw
-o x --format r16 --normalize|: leave that out|-o option.raw --format r16
CASES
for option in '' '--hash integer' '--basis elias'; do # instead of --hash permutation
    render -o option.png --size 9x9 --tile 65537 $option
done

# Where they have one they are taken.
for options in '--gradients axis --basis simplex' '--jitter 0.5 --style stones' '--warp 0 --style biomes' \
    '--metric manhattan --result f2 --basis cellular --style mud' '--gradients axis --style stones' '--gain 0.7 --octave-offsets 0 --step 0.5' '--range raw --contrast 1' '--range raw --fractal ping-pong' \
    '--range raw --weighted-strength 1' '--range raw --style wood' '--range raw --normals' \
    '--ridge-offset 1 --fractal multifractal --octaves 1' '--octave-offsets 0 --basis elias' \
    '--hash integer --gradients default' '--hash integer --octave-seeds 0 --octaves 2' \
    '--rotate none --style terrain' '--gradients axis --style terrain' '--compression 3 --style wood' \
    '--contrast 1 --normalize --style terrain --depth 16' '--range raw --normalize --style terrain --depth 16' \
    '--depth 16 --normals' '--depth 16 --dims 1' '--contrast 2 --dims 1' '--normalize --dims 1'; do
    render -o effect.png --size 9x9 $options
done
