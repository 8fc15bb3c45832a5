import { toWire } from '../../server/shared/wire/names.ts';
import type { Plan, PlanAction, Reversibility } from '../packages/backend.ts';
import { failureToWire } from './envelope.ts';
import type { JobEvent, JobRecord } from '../journal/record.ts';

export interface LogLine {
  seq: number;
  at: string;
  stream: string;
  text: string;
}

/** The log line for a log event. */
export function logLine(event: JobEvent): LogLine {
  if (event.kind !== 'log') throw new TypeError(`a ${event.kind} event is no log line`);
  return { seq: event.seq, at: event.at, stream: event.stream, text: event.text };
}

/** An event as sent by the stream. */
export function eventToWire(jobId: string, event: JobEvent): Record<string, unknown> {
  if (event.kind !== 'status') return { job_id: jobId, ...event };
  return { job_id: jobId, ...event, error: failureToWire(event.error) };
}

function reversibleToWire(reversible: Reversibility | null): object | null {
  if (!reversible) return null;
  const reasons = reversible.reasons.map(({ code, package: name, message }) => {
    return name === null ? { code, message } : { code, package: name, message };
  });
  return { verdict: reversible.verdict, reasons };
}

function planToWire(plan: Plan): object {
  const entriesOf = (action: PlanAction): object[] =>
    plan.entries
      .filter((entry) => entry.action === action)
      .map(({ name, arch, from, to }) => ({ name, arch, from, to }));
  return {
    install: entriesOf('install'),
    upgrade: entriesOf('upgrade'),
    downgrade: entriesOf('downgrade'),
    remove: entriesOf('remove'),
    kept_back: toWire(plan.keptBack),
    download_size_bytes: plan.downloadSizeBytes,
    disk_change_bytes: plan.diskChangeBytes,
    reboot_expected: plan.rebootExpected,
    reversible: reversibleToWire(plan.reversible),
    plan_hash: plan.planHash,
  };
}

/** The whole job as returned by GET /jobs/{id}. */
export function jobDetail(
  record: JobRecord,
  logs: readonly JobEvent[],
  rollbackJobId: string | null,
): object {
  return {
    job_id: record.jobId,
    operation: record.operation,
    status: record.status,
    created_at: record.createdAt,
    started_at: record.startedAt,
    completed_at: record.completedAt,
    packages: record.packages,
    progress: record.progress,
    message: record.message,
    logs: logs.map(logLine),
    error: failureToWire(record.error),
    rollback_job_id: rollbackJobId,
    original_job_id: record.originalJobId,
    exclusive_mode: record.exclusive,
    dry_run: record.dryRun,
    plan: record.plan && planToWire(record.plan),
    changes: record.changes,
    reversible: reversibleToWire(record.reversible),
    idempotency_key: record.idempotencyKey,
    reboot_required: record.rebootRequired,
    boot_id: record.bootId,
  };
}
