/** What a check looks at, and how. */
export interface CheckDefinition {
  id: string;
  hostId: string;
  kind: 'service' | 'http';
  name: string;
  serviceName: string | null;
  targetHostId: string | null;
  url: string | null;
  expectedStatus: number | null;
  expectedBody: string | null;
  timeoutSecs: number;
}

/** `unknown`: nobody can tell, which is never as good as passing. */
export type CheckStatus = 'passing' | 'failing' | 'unknown';

/** What one run said. The message is a whole sentence and holds nothing of what a server answered. */
export interface CheckResult {
  status: CheckStatus;
  message: string;
}

/** The status of a check that counts, and what the last run said if that does not count yet. */
export interface Standing {
  status: CheckStatus;
  seenOnce: CheckStatus | null;
  message: string | null;
  /** False before the first run of what it looks at now. */
  hasRun: boolean;
}

export const ONCE = 'Seen once, and not counted yet: ';

/** The standing after one more run: the first run counts at once, a change counts after two in a row. */
export function afterRun(standing: Standing, { status, message }: CheckResult): Standing {
  const counts = !standing.hasRun || status === standing.status || status === standing.seenOnce;
  if (counts) return { status, seenOnce: null, message, hasRun: true };
  return { status: standing.status, seenOnce: status, message: ONCE + message, hasRun: true };
}

/** Whether a run changed nothing, so that nothing is written or told; most runs change nothing. */
export const isSame = (before: Standing, after: Standing): boolean =>
  before.hasRun &&
  before.status === after.status &&
  before.seenOnce === after.seenOnce &&
  before.message === after.message;

/** The status of a host from those of its enabled checks: failing before unknown before passing. */
export function worst(statuses: readonly CheckStatus[]): CheckStatus | 'none' {
  if (statuses.length === 0) return 'none';
  if (statuses.includes('failing')) return 'failing';
  return statuses.includes('unknown') ? 'unknown' : 'passing';
}

/** Whether a change makes the earlier results worthless, because the check now looks at something else. */
export const looksElsewhere = (before: CheckDefinition, after: CheckDefinition): boolean =>
  (['serviceName', 'targetHostId', 'url', 'expectedStatus', 'expectedBody'] as const).some(
    (field) => before[field] !== after[field],
  );
