"""The least cycles that ports allow for an iteration of a loop, from what llvm-mca -instruction-tables prints of it.

Reads that, and writes the bound of the last region. llvm-mca itself gives one by each group of ports alone; but groups
overlap: where products may go to ports 0 and 1, sums to 1 and 5, these three bound both together. So the bound is the greatest
over all unions of groups, of all the work that has to be done within the union, by the number of its ports.
"""
import itertools
import sys


def work_by_group(lines):
    """Cycles by group of ports, of the last region. An instruction's work for a group is spread evenly over its ports, so that
    ports with the same share are taken for one group: if they are two, the bound is too low by them, not too high."""
    title = 'Resource pressure by instruction:'
    last = max(n for n, line in enumerate(lines) if line.startswith(title))
    ports = lines[last + 1].count('[')
    work = {}
    for line in lines[last + 2:]:
        shares = line.split()[:ports]
        if len(shares) < ports:
            break
        for share in set(shares) - {'-'}:
            group = frozenset(port for port, s in enumerate(shares) if s == share)
            work[group] = work.get(group, 0) + float(share) * len(group)
    return work


def bound(work):
    greatest = 0
    for count in range(1, len(work) + 1):
        for groups in itertools.combinations(work, count):
            union = frozenset().union(*groups)
            within = sum(cycles for group, cycles in work.items() if group <= union)
            greatest = max(greatest, within / len(union))
    return greatest


print(bound(work_by_group(sys.stdin.read().split('\n'))))
