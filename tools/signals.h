/*
 * Signals that ask to stop: while there is an unfinished file, they are only recorded.
 */
#ifndef SIGNALS_H
#define SIGNALS_H

/* SIGINT, SIGTERM, SIGHUP and SIGXCPU are recorded from here on, unless they were ignored; and a
   file that grows beyond the limit is a failed write, not a SIGXFSZ. */
void signals_hold(void);

/* They do what they did before. */
void signals_release(void);

/* The signal that has asked to stop, or 0. After signals_release, signals_die ends the program
   by it. */
int signals_received(void);
void signals_die(void);

#endif
