import type { components } from '../../generated/manager.ts';
import { AppError, type Context, type HostScope, wire, work } from '#sdk';
import { hourOf, type Span, spanOf, thin } from './domain.ts';
import { SnapshotModel } from './models.ts';

type Schemas = components['schemas'];

export interface FleetService {
  /** Over the hosts of the scope; the status of all hosts is at most a second old. */
  status(scope: HostScope): Promise<Schemas['FleetStatus']>;
  /** Empty for a caller who does not see all hosts: the past of a scope is not recorded. */
  history(asked: Asked, scope: HostScope): Promise<Schemas['FleetHistory']>;
  /** Writes this hour's snapshot unless some manager has. */
  snapshot(): Promise<void>;
  health(): Promise<Schemas['ServiceHealth']>;
  readiness(): Promise<Schemas['ServiceReadiness']>;
}

interface Asked {
  from?: string;
  to?: string;
  stepSecs?: number;
}

const CACHE_MS = 1_000;
const DATABASE_CHECK_MS = 2_000;
/** While the disk is full the scheduler alone tries to write every second; so after this time it is written again. */
const UNWRITABLE_MS = 15_000;
/** The question is open to everybody, and its answer counts rows. */
const OUTBOX_CACHE_MS = 5_000;
const LATE_SECS = 3_600;
/** Health is asked for every few seconds. */
const LOST_FILE_LOG_MS = 60_000;
const LOST_FILE =
  'a file of the data directory was removed or replaced while this manager runs; stop it, put the directory back (from a backup), and start it again';

export function createFleetService(ctx: Context, version: string): FleetService {
  const startedMs = performance.now();
  const tellLost = work.logThrottle(LOST_FILE_LOG_MS);
  const tell = (file: string): void => {
    if (tellLost(file) !== null) ctx.log.error({ file }, LOST_FILE);
  };
  const outboxDelivers = cachedFor(OUTBOX_CACHE_MS, () => readOutbox(ctx));
  const statusOfAll = cachedFor(CACHE_MS, () => computeStatus(ctx, 'all'));
  const databaseWorks = async (): Promise<boolean> =>
    ctx.db.lostFile() === null && ctx.db.sinceUnwritableMs() > UNWRITABLE_MS && (await databaseAnswers(ctx));
  return {
    async readiness() {
      const phase = ctx.phase();
      if (phase !== 'serving') return { status: phase, version };
      return { status: (await databaseWorks()) ? 'ready' : 'not_writable', version };
    },
    status: (scope) => (scope === 'all' ? statusOfAll() : computeStatus(ctx, scope)),
    async history(asked, scope) {
      const span = spanOf(asked, ctx.clock.now());
      if (!span) throw endsBeforeStart();
      const points = scope === 'all' ? thin(await snapshotsIn(ctx, span), span) : [];
      return { points: points.map(pointOf), step_secs: span.stepSecs };
    },
    snapshot: () => writeSnapshot(ctx),
    async health() {
      const [lostDatabase, lostKey] = [ctx.db.lostFile(), ctx.secrets.lostFile()];
      for (const file of [lostDatabase, lostKey]) if (file !== null) tell(file);
      const database = (await databaseWorks()) ? 'ok' : 'failing';
      const secretKey = lostKey === null ? 'ok' : 'failing';
      const scheduler = ctx.jobs.healthy() ? 'ok' : 'failing';
      const outbox = database === 'ok' && (await outboxDelivers()) ? 'ok' : 'failing';
      const status = [database, secretKey, scheduler, outbox].every((part) => part === 'ok')
        ? 'ok'
        : 'degraded';
      return {
        status,
        version,
        uptime_secs: Math.floor((performance.now() - startedMs) / 1_000),
        checks: { database, secret_key: secretKey, scheduler, outbox },
      };
    },
  };
}

/** Calls `read` at most once within `ms` milliseconds; a read that fails is not kept. */
function cachedFor<T>(ms: number, read: () => Promise<T>): () => Promise<T> {
  let cached: { readMs: number; value: Promise<T> } | null = null;
  return () => {
    if (cached && performance.now() - cached.readMs < ms) return cached.value;
    const entry = { readMs: performance.now(), value: read() };
    cached = entry;
    entry.value.catch(() => (cached = cached === entry ? null : cached));
    return entry.value;
  };
}

/** False also when the outbox cannot be read. */
async function readOutbox(ctx: Context): Promise<boolean> {
  try {
    const { oldestSecs, diedLastDay } = await ctx.outbox.figures();
    return diedLastDay === 0 && (oldestSecs ?? 0) <= LATE_SECS;
  } catch (error) {
    ctx.log.warn({ error }, 'the outbox could not be read');
    return false;
  }
}

type Summed = 'jobsActive' | 'jobsStopped' | 'plansWaiting' | 'enrollmentsPending' | 'certificatesExpiring';

const NO_JOBS: Schemas['JobFigures'] = {
  running: 0,
  scheduled: 0,
  pending: 0,
  waiting_health_check: 0,
  cancelling: 0,
  paused: 0,
  failed: 0,
  partial: 0,
};

async function computeStatus(ctx: Context, scope: HostScope): Promise<Schemas['FleetStatus']> {
  const figures = await ctx.core.hosts.figures(scope);
  const answers = await ctx.hooks.ask('fleet.collect', { scope });
  const sum = (name: Summed): number => answers.reduce((total, { answer }) => total + (answer[name] ?? 0), 0);
  return wire.toWire({
    ...figures,
    jobsActive: sum('jobsActive'),
    jobsStopped: sum('jobsStopped'),
    jobs: answers.find(({ answer }) => answer.jobs)?.answer.jobs ?? NO_JOBS,
    plansWaiting: sum('plansWaiting'),
    enrollmentsPending: sum('enrollmentsPending'),
    certificatesExpiring: sum('certificatesExpiring'),
    expiries: answers.flatMap(({ answer }) => answer.expiries ?? []),
    computedAt: ctx.clock.now(),
  });
}

async function snapshotsIn(ctx: Context, { from, to }: Span): Promise<SnapshotModel[]> {
  return SnapshotModel.query(ctx.db.reader).where('hour', '>=', from).where('hour', '<', to).orderBy('hour');
}

function pointOf(row: SnapshotModel): Schemas['FleetPoint'] {
  return {
    at: row.hour.toISOString(),
    hosts_total: row.hostsTotal,
    hosts_unreachable: row.hostsUnreachable,
    hosts_with_security: row.hostsWithSecurity,
    patches_security_total: Number(row.patchesSecurityTotal),
    patches_total: Number(row.patchesTotal),
    hosts_reboot_required: row.hostsRebootRequired,
  };
}

async function writeSnapshot(ctx: Context): Promise<void> {
  const hour = hourOf(ctx.clock.now());
  if (await SnapshotModel.query(ctx.db.reader).findOne({ hour })) return;
  const figures = await ctx.core.hosts.figures('all');
  const row = {
    hour,
    hostsTotal: figures.hostsTotal,
    hostsUnreachable: figures.hostsByHealth.unreachable,
    hostsWithSecurity: figures.hostsWithSecurity,
    patchesSecurityTotal: figures.patchesSecurityTotal,
    patchesTotal: figures.patchesTotal,
    hostsRebootRequired: figures.hostsRebootRequired,
  };
  await ctx.tx(
    async (tx) => void (await SnapshotModel.query(tx.knex).insert(row).onConflict('hour').ignore()),
    {
      durable: false,
      name: 'fleet.snapshot',
    },
  );
}

async function databaseAnswers(ctx: Context): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>(
    (resolve) => (timer = setTimeout(() => resolve(false), DATABASE_CHECK_MS)),
  );
  // Of a table, as all calls do: a node that left its cluster answers `select 1` and nothing else.
  const asked = ctx.db.reader.raw('select name from kernel_locks limit 1').then(
    () => true,
    () => false,
  );
  return Promise.race([asked, late]).finally(() => clearTimeout(timer));
}

function endsBeforeStart(): AppError {
  const message = 'The end must lie after the start.';
  return new AppError('VALIDATION_FAILED', {
    message,
    details: { errors: [{ path: '/query/to', message }] },
  });
}
