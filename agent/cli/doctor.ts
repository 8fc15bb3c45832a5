import { reportOf, type Finding } from '../../server/shared/doctor.ts';
import type { AgentConfig } from '../config/table.ts';
import { doctorChecks } from './doctorChecks.ts';
import type { Report } from './status.ts';

/** `fleetmend-agent doctor`: what is wrong on this host, as server/shared/doctor.ts reports it. */
export async function doctorReport(config: AgentConfig, now = new Date()): Promise<Report> {
  const findings: Finding[] = [];
  for (const check of doctorChecks(config)) findings.push(await check({ config, now }));
  return reportOf(findings);
}
