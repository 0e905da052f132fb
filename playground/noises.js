// The noises of settings, and what is wrong with them.
import { PerlinError, constants } from './index.js';
import { CONTROLS, gridOf, heightOf, isShown, nodesOf } from './settings.js';

/** The last of the noises, which holds those that it is made of. */
export function build(perlin, nodes) {
    const made = new Map();
    let last;
    try {
        for (const { name, kind, inputs, parameters } of nodes)
            made.set(
                name,
                kind
                    ? perlin.combine(
                          kind,
                          inputs.map(input => made.get(input)),
                          parameters,
                      )
                    : perlin.noise(parameters),
            );
        last = made.get(nodes.at(-1).name);
        return last;
    } finally {
        for (const one of made.values()) if (one !== last) one.free();
    }
}

// Controls that a text of the library is about, where it does not name parameters.
const ABOUT = {
    [constants.PERLIN_ERROR_DIMS]: ['dims', 'basis'],
    [constants.PERLIN_ERROR_GRID]: ['across', 'x', 'y'],
    [constants.PERLIN_ERROR_OUTPUT]: ['relief'],
};

// The names of controls that an error is about. Texts of the library end as in ': octaves = 99',
// and those of the package begin with the parameter's name.
function namesIn(error) {
    if (error.control) return [error.control];
    if (error.status in ABOUT) return ABOUT[error.status];
    if (!(error instanceof PerlinError)) return error.message.split(' ', 1);
    return [...error.message.matchAll(/(\w+) = /g)].map(([, name]) => name);
}

/**
 * What is wrong with the settings: a text, and the names of the controls that it is about. null
 * where a picture can be drawn. `changed` is the control that was changed last, if any.
 */
export function wrongIn(perlin, settings, changed) {
    try {
        const noise = build(perlin, nodesOf(settings));
        try {
            // A few samples, since a grid may be wrong, too.
            const { count, ...place } = gridOf(settings),
                few = count.map(n => Math.min(n, 2));
            if (settings.view === 'normals')
                noise.normals(few, { ...place, height: heightOf(settings) });
            else noise.grid(few, place);
        } finally {
            noise.free();
        }
        return null;
    } catch (error) {
        const isThere = name => CONTROLS.some(c => c.name === name && isShown(c, settings)),
            names = namesIn(error).filter(isThere);
        // In a recipe a combination may be wrong whose numbers are none of a control.
        const isChanged = changed && (names.length === 0 || names.includes(changed));
        return { message: error.message, names: isChanged ? [changed] : names };
    }
}
