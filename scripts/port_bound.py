"""The least cycles that ports allow for an iteration of a loop, from what llvm-mca -instruction-tables prints of it.

Reads that, and writes the bound of the last region. llvm-mca itself gives one by each group of ports alone; but groups
overlap: where products may go to ports 0 and 1, sums to 1 and 5, these three bound both together. So the bound is the greatest
over all unions of groups, of all the work that has to be done within the union, by the number of its ports.
"""
import itertools
import re
import sys


def port_families(lines):
    """Of "[8] - Zn4FP0" and "[9] - Zn4FP1" Zn4FP, but of both "[12.0] - Zn4FP45" and "[12.1] - Zn4FP45" that name."""
    ports = re.findall(r'^\[([\d.]+)\] +- (\S+)$', '\n'.join(lines), re.M)
    return [name if '.' in number else name.rstrip('0123456789') for number, name in ports]


def work_by_group(lines):
    """Cycles by group of ports. An instruction's work for a group is spread evenly over its ports, so that ports of a family
    with the same share are taken for one group. (An instruction for two groups that overlap would be mistaken for one for
    the ports that they share; the loops here have none.)"""
    table = lines.index('Resource pressure by instruction:')
    families = port_families(lines[:table])
    work = {}
    for line in lines[table + 2:]:
        shares = line.split()[:len(families)]
        if len(shares) < len(families):
            break
        kinds = list(zip(shares, families))
        for kind in {k for k in kinds if k[0] != '-'}:
            group = frozenset(port for port, k in enumerate(kinds) if k == kind)
            cycles = round(float(kind[0]) * len(group) * 4) / 4  # shares have two digits: three of 0.33 are 1
            work[group] = work.get(group, 0) + cycles
    return work


def bound(work):
    greatest = 0
    for count in range(1, len(work) + 1):
        for groups in itertools.combinations(work, count):
            union = frozenset().union(*groups)
            within = sum(cycles for group, cycles in work.items() if group <= union)
            greatest = max(greatest, within / len(union))
    return greatest


text = sys.stdin.read()
print(bound(work_by_group(text[text.rindex('\nResources:'):].split('\n'))))
