/*
 * Recording signals.
 */
#include "signals.h"

#include <signal.h>
#include <stddef.h>

static volatile sig_atomic_t received;

static void record(int number)
{
    received = number;
}

/* What is done about each signal, while it is held. */
static const struct {
    int number;
    void (*handler)(int number);
} held[] = {
    {SIGINT, record}, {SIGTERM, record}, {SIGHUP, record}, {SIGXCPU, record}, {SIGXFSZ, SIG_IGN}};
enum { HELD = sizeof held / sizeof held[0] };

static struct sigaction before[HELD];
static int is_holding;

void signals_hold(void)
{
    for (int i = 0; i < HELD; i++) {
        struct sigaction action = {.sa_handler = held[i].handler};
        sigaction(held[i].number, NULL, &before[i]);
        if (before[i].sa_handler != SIG_IGN) /* as by nohup */
            sigaction(held[i].number, &action, NULL);
    }
    is_holding = 1;
}

void signals_release(void)
{
    for (int i = 0; is_holding && i < HELD; i++)
        sigaction(held[i].number, &before[i], NULL);
    is_holding = 0;
}

int signals_received(void)
{
    return received;
}

void signals_die(void)
{
    if (received != 0)
        raise(received);
}
