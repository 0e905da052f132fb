# The same bytes, however they are computed.

present=$("$perlin" info --no-self-test --no-throughput | sed -n 's/^backends *\(.*\);.*/\1/p' | tr ' ' '\n')
echo "$present" | grep -qx scalar || complain 'no scalar backend'
echo "backends here:" $present
expect 0 "$perlin" render --help
known=$(sed -n 's/^ *--backend NAME *auto (default), //p' out | tr -d ,)
case $known in *scalar*sse2*) ;; *) complain "the help lists no backends: $known" ;; esac
for backend in $known; do
    echo "$present" | grep -qx $backend && continue
    expect 1 "$perlin" render -o missing.png --backend $backend
    grep -q "$backend" err || complain "no word of the missing backend $backend"
    [ ! -e missing.png ] || complain "a missing backend leaves a file"
done

# Some noises have the scalar backend alone.
for backend in $present; do
    for kind in '--basis opensimplex' '--basis simplex --hash permutation'; do
        [ $backend != scalar ] || { render -o scalar.png --size 9x9 --backend scalar $kind && continue; }
        expect 2 "$perlin" render -o vectors.png --size 9x9 --backend $backend $kind
        grep -q -e "--backend $backend: --basis .* by tables is on --backend scalar alone" err ||
            complain "no word of noises without vectors: $kind"
    done
done

for kind in '--octaves 4' '--fractal multifractal' '--fractal ridged --weighted-strength 0.7 --octaves 3' '--depth 16 --z 0.25' '--z 0.25 --w 0.75 --octaves 2' \
    '--style terrain --seed 9' '--warp 0.3' '--warp -1/3 --style terrain' '--warp 0.2 --dims 1' '--warp 0.4 --tile 3x2 --step 1/33 --style blend' \
    '--warp 2 --normals --basis cellular --z 0.4' '--style terrain --w 1/3' '--style wood' \
    '--depth 16 --contrast 2 --compression 9' '--dims 1' '--dims 1 --contrast 3 --depth 16' '--style marble --z 1/3' '--style clouds' \
    '--style mud' '--style mud --w 0.3 --hash permutation' '--style stones --tile 3x2 --step 1/33' '--style biomes --z 1/3' \
    '--style edges --fractal billow' '--style blend --seed 5' '--tile 3x2 --step 1/33 --style wood' \
    '--tile 1 --step 1/33 --style terrain' '--tile 9 --step 1/33 --style marble --hash permutation' \
    '--hash integer --octaves 3' '--hash integer --style terrain --basis simplex' \
    '--tile 3x2 --step 1/33 --hash integer --basis value-cubic' '--rotate xz --z 1/3 --octaves 3' '--rotate xyz-xy --style clouds' \
    '--normals --fractal billow' '--normals --z 1/3 --w -2 --depth 16' '--format raw --octaves 5' '--format r16 --z 1/3' '--format r16 --normalize' \
    '--format raw --style terrain --w 1/3' '--format r16 --normalize --style terrain' '--format raw --normalize --tile 3x0 --step 1/33' \
    '--format raw --dims 1 --size 500x1' '--normals --format raw --tile 9 --step 1/33'; do
    case $kind in *--format*) end=raw ;; *) end=png ;; esac
    start=-31,12
    case $kind in *--dims\ 1*) start=-31 ;; esac
    options="--size 101x67 --start $start --step 0.0173 $kind"
    render -o whole.$end $options --chunk 256
    for chunk in 1 7 64 100; do
        render -o chunks.$end $options --chunk $chunk
        same chunks.$end whole.$end
    done
    for backend in auto $present; do
        render -o backend.$end $options --backend $backend
        same backend.$end whole.$end
    done
    expect 0 "$perlin" render -q $options -o -
    same out whole.$end
done
