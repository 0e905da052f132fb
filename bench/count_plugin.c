/*
 * A plugin for qemu-user that counts the instructions a program executes, for
 * scripts/count-instructions. It needs few functions of qemu's plugin interface, which are declared
 * here because their header is rarely installed. They have stayed the same, but each qemu takes
 * only plugins of some versions of the interface: INTERFACE is the one to claim.
 */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>

#define EXPORT __attribute__((visibility("default")))

typedef uint64_t qemu_plugin_id_t;
struct qemu_plugin_tb; /* a translated block of instructions, executed from the first to the last */

size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *tb);
void qemu_plugin_register_vcpu_tb_trans_cb(qemu_plugin_id_t id,
                                           void (*callback)(qemu_plugin_id_t,
                                                            struct qemu_plugin_tb *));
void qemu_plugin_register_vcpu_tb_exec_cb(struct qemu_plugin_tb *tb,
                                          void (*callback)(unsigned vcpu, void *user), int flags,
                                          void *user);
void qemu_plugin_register_atexit_cb(qemu_plugin_id_t id,
                                    void (*callback)(qemu_plugin_id_t, void *user), void *user);
void qemu_plugin_outs(const char *string);

EXPORT int qemu_plugin_version = INTERFACE;

static uint64_t instructions;

static void on_execution(unsigned vcpu, void *count)
{
    (void)vcpu;
    instructions += (uintptr_t)count;
}

static void on_translation(qemu_plugin_id_t id, struct qemu_plugin_tb *tb)
{
    (void)id;
    qemu_plugin_register_vcpu_tb_exec_cb(tb, on_execution, 0,
                                         (void *)(uintptr_t)qemu_plugin_tb_n_insns(tb));
}

static void on_exit_of_program(qemu_plugin_id_t id, void *user)
{
    char line[64];
    (void)id;
    (void)user;
    snprintf(line, sizeof line, "instructions: %" PRIu64 "\n", instructions);
    qemu_plugin_outs(line);
}

/* `info` describes the emulated machine. */
EXPORT int qemu_plugin_install(qemu_plugin_id_t id, const void *info, int argc, char **argv)
{
    (void)info;
    (void)argc;
    (void)argv;
    qemu_plugin_register_vcpu_tb_trans_cb(id, on_translation);
    qemu_plugin_register_atexit_cb(id, on_exit_of_program, NULL);
    return 0;
}
