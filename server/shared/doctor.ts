/** What the doctor of a program reports: a line for each check, with advice. */

/** As `--json` shows it. */
export interface Finding {
  subject: string;
  state: 'ok' | 'warning' | 'failure';
  detail: string;
  /** What a person should do; null when nothing. */
  advice: string | null;
}

const MARKS = { ok: 'ok  ', warning: 'WARN', failure: 'FAIL' } as const;

export const finding = (
  subject: string,
  state: Finding['state'],
  detail: string,
  advice: string | null = null,
): Finding => ({ subject, state, detail, advice });

/** Exit code 1 when a check failed, 0 with only warnings. */
export function reportOf(findings: readonly Finding[]): { exitCode: 0 | 1; text: string; json: object } {
  const failures = findings.filter(({ state }) => state === 'failure').length;
  const lines = findings.flatMap(({ state, subject, detail, advice }) => [
    `${MARKS[state]}  ${subject}: ${detail}`,
    ...(advice === null ? [] : [`      -> ${advice}`]),
  ]);
  const end = failures === 0 ? 'Nothing is broken.' : `${failures} of ${findings.length} checks failed.`;
  return {
    exitCode: failures === 0 ? 0 : 1,
    text: [...lines, '', end].join('\n'),
    json: { healthy: failures === 0, checks: findings },
  };
}
