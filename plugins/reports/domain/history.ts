import type { HostRun, JobHostState } from '#sdk/patching.ts';
import { hostRunOf } from '#sdk/thread.ts';
import { figure, isoOf, minuteOf, percent, Tally } from './counting.ts';
import { Spans } from './spans.ts';
import { MAX_TABLE_ROWS, type Cells, type Report, type ReportAsked, type Summary } from './types.ts';

const COLUMNS = [
  'completed_at',
  'started_at',
  'host_id',
  'fqdn',
  'job_id',
  'job_name',
  'operation',
  'requested_by',
  'state',
  'reason',
  'package',
  'arch',
  'from_version',
  'to_version',
];

/** States in which the work began and failed. */
const FAILED: readonly JobHostState[] = ['failed', 'timedout', 'rollback_failed'];

/** One job within the period. */
interface JobLine {
  name: string;
  at: Date;
  by: string;
  hosts: number;
  completed: number;
  failed: number;
  changes: number;
}

interface Counted {
  states: Tally<JobHostState>;
  hosts: Set<string>;
  changes: number;
  spans: Spans;
  /** By the id of the job, in the order in which the rows bring them. */
  lines: Map<string, JobLine>;
}

/** What was changed on which host, when, by which job. */
export function historyReport(asked: ReportAsked): Report {
  const counted: Counted = {
    states: new Tally(),
    hosts: new Set(),
    changes: 0,
    lines: new Map(),
    spans: new Spans(asked.from, asked.to),
  };
  return {
    columns: COLUMNS,
    take(row) {
      const run = hostRunOf(row);
      count(counted, run);
      return rowsOf(run);
    },
    summary: () => summary(asked, counted),
  };
}

function count(counted: Counted, run: HostRun): void {
  const changes = run.changes.length;
  counted.states.add(run.state);
  counted.hosts.add(run.hostId);
  counted.changes += changes;
  counted.spans.add(run.completedAt, changes);
  const line = counted.lines.get(run.jobId) ?? lineOf(run);
  line.hosts += 1;
  line.changes += changes;
  if (run.state === 'completed') line.completed += 1;
  if (FAILED.includes(run.state)) line.failed += 1;
  counted.lines.set(run.jobId, line);
}

const lineOf = ({ jobName, operation, jobCreatedAt, requestedBy }: HostRun): JobLine => ({
  name: jobName ?? operation,
  at: jobCreatedAt,
  by: requestedBy,
  hosts: 0,
  completed: 0,
  failed: 0,
  changes: 0,
});

/** One row for each package that the job changed; one without a package where it changed none. */
function rowsOf(run: HostRun): Cells[] {
  const whole = {
    completed_at: isoOf(run.completedAt),
    started_at: isoOf(run.startedAt),
    host_id: run.hostId,
    fqdn: run.fqdn,
    job_id: run.jobId,
    job_name: run.jobName,
    operation: run.operation,
    requested_by: run.requestedBy,
    state: run.state,
    reason: run.reason,
  };
  if (run.changes.length === 0)
    return [{ ...whole, package: null, arch: null, from_version: null, to_version: null }];
  return run.changes.map(({ name, arch, from, to }) => ({
    ...whole,
    package: name,
    arch,
    from_version: from,
    to_version: to,
  }));
}

const TABLE_COLUMNS = [
  { label: 'Job', share: 0.3 },
  { label: 'Created (UTC)', share: 0.19 },
  { label: 'Created by', share: 0.16 },
  { label: 'Hosts', share: 0.08, isNumber: true },
  { label: 'Completed', share: 0.08, isNumber: true },
  { label: 'Failed', share: 0.08, isNumber: true },
  { label: 'Changes', share: 0.11, isNumber: true },
];

function summary(asked: ReportAsked, counted: Counted): Summary {
  const { spans, lines } = counted;
  const newest = [...lines.values()].reverse();
  return {
    figures: figuresOf(counted),
    chart: {
      title: 'Package changes over time',
      meaning: spans.meaning,
      bars: spans.bars(),
    },
    table: {
      title: 'Jobs, newest first',
      columns: TABLE_COLUMNS,
      rows: newest
        .slice(0, MAX_TABLE_ROWS)
        .map(({ name, at, by, hosts, completed, failed, changes }) => [
          name,
          minuteOf(at),
          by,
          ...[hosts, completed, failed, changes].map(String),
        ]),
      left: Math.max(0, newest.length - MAX_TABLE_ROWS),
    },
    notes: notesOf(asked),
  };
}

function figuresOf({ states, hosts, changes, lines }: Counted): Summary['figures'] {
  const done = states.of('completed');
  const undone = states.of('rolled_back');
  const failed = states.total(FAILED);
  const worked = done + undone + failed;
  return [
    figure(
      'jobs',
      ['Jobs', 'Jobs that change packages, with a host whose part ended within the period; no dry runs.'],
      lines.size,
    ),
    figure('hosts', ['Hosts', 'Different hosts in these jobs.'], hosts.size),
    figure(
      'runs',
      ['Runs', 'One host in one job; for retried hosts the last attempt counts.'],
      states.total(),
    ),
    figure('completed', ['Completed runs', 'Completed and verified, including requested reboots.'], done),
    figure('failed', ['Failed runs', 'Failed, timed out, or rollback failed.'], failed),
    figure('rolled_back', ['Rolled back runs', 'Failed, and the packages were reverted.'], undone),
    figure(
      'left_out',
      ['Skipped runs', 'Skipped or cancelled: not started, or nothing left to do.'],
      states.total(['skipped', 'cancelled']),
    ),
    figure(
      'completed_percent',
      ['Completed, share', 'Completed runs of those that completed, failed or were rolled back.'],
      percent(done, worked),
      'percent',
    ),
    figure(
      'changes',
      [
        'Package changes',
        'Packages installed, removed or changed, counted on each host, including rolled-back ones.',
      ],
      changes,
    ),
  ];
}

function notesOf({ from, jobsKeptSince }: ReportAsked): string[] {
  const notes = [
    'A run belongs to the period in which it ended. Changes made outside the manager are not included.',
  ];
  if (from < jobsKeptSince)
    notes.unshift(
      `Jobs are kept since ${jobsKeptSince.toISOString().slice(0, 10)} (setting job_retention): what was before is not recorded.`,
    );
  return notes;
}
