/** A package manager in memory, for tests of the agent's engine and for the simulator. */
import { AppError } from '../../server/shared/wire/appError.ts';
import { checkApproved } from '../packages/shared/approved.ts';
import type {
  BrokenDependency,
  FailedSource,
  InstalledPackage,
  JobEnv,
  JobFailure,
  PackageBackend,
  PackageChange,
  PackageRequest,
  PatchReport,
  Plan,
  PlanEntry,
  Reversibility,
  RunOptions,
  TransactionResult,
} from '../packages/backend.ts';
import {
  changeOf,
  entriesOf,
  installedIn,
  installedRow,
  keptBackOf,
  nameArch,
  patchRow,
  planOf,
  REVERSIBLE,
} from './fakePackages.ts';
import type { FakePackage } from './fakePackages.ts';

const NO_CHANGE: TransactionResult = { changes: [], failure: null, reversible: null };

/**
 * A scripted package manager. Packages are keyed by `name:arch`. Tests set the hooks; each is awaited at its point.
 * With `script` the transaction is a detached /bin/sh that edits `dbFile` (lines `name:arch=version`), which then is
 * the package database: it outlives the process.
 */
export class FakeBackend implements PackageBackend {
  readonly name: PackageBackend['name'] = 'apt';
  privileged = true;
  packages: Map<string, FakePackage>;
  lastRefreshedAt: Date | null = new Date('2026-01-01T00:00:00Z');
  reboot = { required: false, reasons: [] as string[] };
  wrong: string[] = [];
  /** A repair installs the packages that `needs` names. */
  unmet: BrokenDependency[] = [];
  locked: JobFailure | null = null;
  failed: FailedSource[] = [];
  now: () => Date = () => new Date();
  revision = 0;
  forgotten: string[] = [];
  /** Names of the called methods, in order. */
  calls: string[] = [];
  /** Makes the next change fail before it takes effect, or (`changed`) after that. */
  failNext: { failure: JobFailure; changed: boolean } | null = null;
  onDownload: (env: JobEnv) => Promise<void> = async () => {};
  /** Called for rollbacks too, with their plan. */
  onTransaction: (env: JobEnv, plan: Plan) => Promise<void> = async () => {};
  onRefresh: (env: JobEnv) => Promise<TransactionResult> = async () => NO_CHANGE;
  onRepair: () => Promise<string[]> = async () => [];
  onReversibility: (record: Readonly<Record<string, unknown>>) => Promise<Reversibility | null> = async () =>
    null;
  script: string | null = null;
  dbFile: string | null = null;
  timeLimitMs = 60_000;

  constructor(packages: Record<string, FakePackage> = {}) {
    this.packages = new Map(Object.entries(packages));
  }

  async fingerprint(): Promise<string> {
    return `${this.revision}/${this.lastRefreshedAt === null}/${this.reboot.required}`;
  }

  async refreshedAt(): Promise<Date | null> {
    return this.lastRefreshedAt;
  }

  async listPackages(): Promise<InstalledPackage[]> {
    this.calls.push('listPackages');
    return this.#installed().map(([key, version]) => installedRow(key, version, this.packages.get(key)));
  }

  async listPatches(): Promise<PatchReport> {
    this.calls.push('listPatches');
    const patches = this.#installed().flatMap(
      ([key, version]) => patchRow(key, version, this.packages.get(key)) ?? [],
    );
    return { patches, refreshedAt: this.lastRefreshedAt };
  }

  proxies = async (): Promise<string[]> => [];

  async rebootState(): Promise<{ required: boolean; reasons: string[] }> {
    return this.reboot;
  }

  async installedVersions(): Promise<Map<string, string>> {
    return new Map(this.#installed());
  }

  async assertKnown(names: readonly string[]): Promise<void> {
    const known = new Set([...this.packages.keys()].flatMap((key) => [key, key.split(':')[0] as string]));
    const unknown = names.filter((name) => !known.has(name));
    if (unknown.length > 0) throw new AppError('PACKAGE_NOT_FOUND', { details: { packages: unknown } });
  }

  async plan(request: PackageRequest): Promise<Plan> {
    this.calls.push('plan');
    return this.#resolve(request);
  }

  async run(request: PackageRequest, env: JobEnv, options: RunOptions): Promise<TransactionResult> {
    this.calls.push(env.resumed ? 'run resumed' : 'run');
    const plan = await this.#planOnce(request, env);
    await env.setPlan(plan);
    const unmet = (approved: readonly PlanEntry[]) =>
      approved.filter(({ name, arch, to }) => (this.packages.get(`${name}:${arch}`)?.version ?? null) !== to);
    const failure = await checkApproved(plan, options, env, unmet);
    if (failure) return { ...NO_CHANGE, failure };
    env.safePoint();
    env.progress(10, 'Downloading');
    await this.onDownload(env);
    await env.enterTransaction();
    return this.#transact(plan, env);
  }

  async refresh(env: JobEnv): Promise<TransactionResult> {
    this.calls.push('refresh');
    const result = await this.onRefresh(env);
    if (!result.failure) this.lastRefreshedAt = new Date();
    return result;
  }

  async freshen(
    env: JobEnv,
    { planHash, maxAgeSecs, strictSources }: RunOptions,
  ): Promise<JobFailure | null> {
    if (strictSources && this.failed.length > 0)
      return { code: 'SOURCE_FAILED', message: this.failed.map(({ name }) => name).join(', ') };
    if (planHash !== undefined || maxAgeSecs === null) return null;
    const at = this.lastRefreshedAt?.getTime() ?? 0;
    if (this.now().getTime() - at <= maxAgeSecs * 1000) return null;
    return (await this.refresh(env)).failure;
  }

  async failedSources(): Promise<FailedSource[]> {
    return this.failed;
  }

  async hold(names: readonly string[], held: boolean): Promise<TransactionResult> {
    for (const [key, fake] of this.packages) if (names.includes(nameArch(key).name)) fake.held = held;
    this.revision += 1;
    return NO_CHANGE;
  }

  async rollback(record: Readonly<Record<string, unknown>>, env: JobEnv): Promise<TransactionResult> {
    this.calls.push('rollback');
    const done = record['plan'] as Plan;
    const entries = done.entries.map((entry) => ({ ...entry, from: entry.to, to: entry.from }));
    await env.enterTransaction();
    return this.#transact({ ...done, entries }, env);
  }

  /** It knows no files. */
  async installFile(): Promise<TransactionResult> {
    const message = 'This host is not a real one: nothing is installed from a file.';
    return { ...NO_CHANGE, failure: { code: 'UNSUPPORTED', message } };
  }

  async describeFile(): Promise<null> {
    return null;
  }

  plannedEntries(record: Readonly<Record<string, unknown>>): PlanEntry[] | null {
    return (record['plan'] as Plan | undefined)?.entries ?? null;
  }

  async repair(): Promise<string[]> {
    this.calls.push('repair');
    return this.onRepair();
  }

  reversibility(record: Readonly<Record<string, unknown>>): Promise<Reversibility | null> {
    return this.onReversibility(record);
  }

  async forget(jobId: string): Promise<void> {
    this.forgotten.push(jobId);
  }

  async problems(): Promise<string[]> {
    return this.wrong;
  }

  async unbootable(): Promise<string[]> {
    return this.wrong.filter((name) => name.startsWith('linux-image'));
  }

  async brokenDependencies(): Promise<BrokenDependency[]> {
    const installed = new Set(this.#installed().map(([key]) => nameArch(key).name));
    return this.unmet.filter(({ needs }) => !installed.has(needs));
  }

  async lockHeld(): Promise<JobFailure | null> {
    return this.locked;
  }

  /** The plan of the first run, even after a restart: by then the packages may have changed. */
  async #planOnce(request: PackageRequest, env: JobEnv): Promise<Plan> {
    const saved = env.saved['plan'] as Plan | undefined;
    if (saved) return saved;
    const plan = await this.#resolve(request);
    await env.save({ plan });
    return plan;
  }

  /** Like real package managers, it knows no package that is neither installed nor on offer. */
  async #resolve(request: PackageRequest): Promise<Plan> {
    if (request.operation === 'repair') {
      const missing = (await this.brokenDependencies()).map(({ needs: name }) => ({ name }));
      return planOf(this.#entries({ operation: 'install', packages: missing }), []);
    }
    await this.assertKnown((request.packages ?? []).map((one) => (typeof one === 'string' ? one : one.name)));
    return planOf(this.#entries(request), keptBackOf(request, this.packages));
  }

  async #transact(plan: Plan, env: JobEnv): Promise<TransactionResult> {
    await this.onTransaction(env, plan);
    const failing = this.failNext;
    this.failNext = null;
    if (failing && !failing.changed) return { ...NO_CHANGE, failure: failing.failure };
    if (this.script !== null) return this.#detached(plan, env, this.script);
    for (const { name, arch, to } of plan.entries) {
      const key = `${name}:${arch}`;
      this.packages.set(key, { ...this.packages.get(key), version: to });
    }
    this.revision += 1;
    env.log('stdout', `changed ${plan.entries.length}`);
    return { changes: plan.entries.map(changeOf), failure: failing?.failure ?? null, reversible: REVERSIBLE };
  }

  async #detached(plan: Plan, env: JobEnv, script: string): Promise<TransactionResult> {
    const argv = ['/bin/sh', '-c', script];
    const onStatus = (line: string): void => env.progress(Number(line), `status ${line}`);
    const done = await env.runDetached('apply', { argv, env: {}, timeLimitMs: this.timeLimitMs, onStatus });
    const after = new Map(this.#installed());
    const at = ({ name, arch, from }: PlanEntry): PackageChange => {
      return { name, arch, from, to: after.get(`${name}:${arch}`) ?? null };
    };
    const changes = plan.entries.map(at).filter((change) => change.from !== change.to);
    if (done.lost) this.wrong = await this.repair();
    const code = done.lost ? 'INTERRUPTED' : 'SCRIPT_FAILED';
    const failure = done.exitCode === 0 ? null : { code, message: `exit code ${done.exitCode}` };
    return { changes, failure, reversible: REVERSIBLE };
  }

  #installed(): [string, string][] {
    return installedIn(this.packages, this.dbFile);
  }

  #entries(request: PackageRequest): PlanEntry[] {
    return entriesOf(request, this.packages, new Map(this.#installed()));
  }
}

export const createFakeBackend = (packages?: Record<string, FakePackage>): FakeBackend =>
  new FakeBackend(packages);
