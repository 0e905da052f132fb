/*
 * A cosine that is the same on every machine, which libm's is not.
 */
#ifndef COSINE_H
#define COSINE_H

/*
 * The cosine of an angle in full turns, within 3e-7. Quarter turns give 1, 0 and -1 exactly, and no
 * result passes these.
 */
float cosine_of_turns(float turns);

#endif
