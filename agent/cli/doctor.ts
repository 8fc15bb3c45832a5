import type { AgentConfig } from '../config/table.ts';
import type { Report } from './status.ts';
import { doctorChecks } from './doctorChecks.ts';
import type { Finding } from './doctorChecks.ts';

const marks = { ok: 'ok  ', warning: 'WARN', failure: 'FAIL' } as const;

/**
 * `fleetmend-agent doctor`: a line for each check, with advice. Exit code 1 when a check failed, 0 with only
 * warnings.
 */
export async function doctorReport(config: AgentConfig, now = new Date()): Promise<Report> {
  const findings: Finding[] = [];
  for (const check of doctorChecks(config)) findings.push(await check({ config, now }));
  const failures = findings.filter(({ state }) => state === 'failure').length;
  const lines = findings.flatMap(({ state, subject, detail, advice }) => [
    `${marks[state]}  ${subject}: ${detail}`,
    ...(advice === null ? [] : [`      -> ${advice}`]),
  ]);
  const end = failures === 0 ? 'Nothing is broken.' : `${failures} of ${findings.length} checks failed.`;
  return {
    exitCode: failures === 0 ? 0 : 1,
    text: [...lines, '', end].join('\n'),
    json: { healthy: failures === 0, checks: findings },
  };
}
