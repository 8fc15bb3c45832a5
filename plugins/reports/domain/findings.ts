import type { standings } from '#sdk';
import { graver } from '#sdk/thread.ts';

/** What one host lacks under one name: a CVE or, for a patch that names none, its package. */
export interface Finding {
  /** Null: the patch names none. */
  cve: string | null;
  packages: string[];
  severity: standings.LackSeverity;
  since: Date | null;
  dueAt: Date | null;
  isOverdue: boolean;
  held: boolean;
  /** All of its packages are held, and excepted by somebody: it breaks no service level. */
  isExcepted: boolean;
}

/** Each CVE once, and each package whose patch names none. */
export function findingsOf(lacks: readonly standings.Lack[]): Finding[] {
  const found = new Map<string, Finding>();
  for (const lack of lacks) {
    const label = `${lack.name}:${lack.arch}`;
    if (lack.cves.length === 0) found.set(` ${label}`, findingOf(null, label, lack));
    for (const cve of lack.cves) {
      const before = found.get(cve);
      found.set(cve, before ? joined(before, label, lack) : findingOf(cve, label, lack));
    }
  }
  return [...found.values()].sort((a, b) => compare(a.cve ?? '~', b.cve ?? '~'));
}

export const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

function findingOf(cve: string | null, label: string, lack: standings.Lack): Finding {
  const { severity, since, dueAt, isOverdue, isExcepted, held } = lack;
  return { cve, packages: [label], severity, since, dueAt, isOverdue, isExcepted, held };
}

/** Open since the earlier time, or null if one of them has none; due at the earlier time that is known. */
function joined(before: Finding, label: string, lack: standings.Lack): Finding {
  return {
    cve: before.cve,
    packages: [...before.packages, label],
    severity: graver(before.severity, lack.severity),
    since: before.since && lack.since && earlier(before.since, lack.since),
    dueAt: before.dueAt && lack.dueAt ? earlier(before.dueAt, lack.dueAt) : (before.dueAt ?? lack.dueAt),
    isOverdue: before.isOverdue || lack.isOverdue,
    held: before.held || lack.held,
    isExcepted: before.isExcepted && lack.isExcepted,
  };
}

export const earlier = (one: Date, other: Date): Date => (one < other ? one : other);
