import { fromTs } from '../../kernel/db/database.ts';
import type { HostRun } from './api.ts';
import type { JobHostState } from './domain/jobHostStates.ts';
import type { JobOperation } from './domain/jobSpec.ts';

interface RunRow {
  job_id: string;
  name: string | null;
  operation: JobOperation;
  created_by_name: string;
  job_created_at: unknown;
  host_id: string;
  fqdn: string;
  state: JobHostState;
  reason: string | null;
  started_at: unknown;
  completed_at: unknown;
  changes: string | null;
}

/** Converts one row of `PatchingService.runs`. */
export function hostRunOf(row: unknown): HostRun {
  const { changes, ...rest } = row as RunRow;
  return {
    jobId: rest.job_id,
    jobName: rest.name,
    operation: rest.operation,
    requestedBy: rest.created_by_name,
    jobCreatedAt: fromTs(rest.job_created_at) ?? new Date(0),
    hostId: rest.host_id,
    fqdn: rest.fqdn,
    state: rest.state,
    reason: rest.reason,
    startedAt: fromTs(rest.started_at),
    completedAt: fromTs(rest.completed_at) ?? new Date(0),
    changes: changes === null ? [] : (JSON.parse(changes) as HostRun['changes']),
  };
}
