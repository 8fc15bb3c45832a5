import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../../server/shared/wire/appError.ts';
import { planHash } from '../packages/shared/plan.ts';
import type {
  InstalledPackage,
  JobEnv,
  JobFailure,
  PackageRequest,
  PatchReport,
  Plan,
  RunOptions,
  TransactionResult,
} from '../packages/backend.ts';
import { FakeBackend } from '../testing/fakeBackend.ts';
import { wellBehaved } from './behaviour.ts';
import type { Behaviour, ScriptedFailure } from './behaviour.ts';
import { sharedOf, templateOf } from './packages.ts';
import type { SimulatedPackages } from './packages.ts';

export type { SimulatedPackages } from './packages.ts';

/** What a package manager has become, so that another one can take its place. */
export interface PackageState {
  packages: FakeBackend['packages'];
  revision: number;
  reboot: FakeBackend['reboot'];
}

/** A package manager in memory for one of many simulated hosts, which differ only in their behaviour. */
export class SimulatedBackend extends FakeBackend {
  /** While true, every look finds another patch list, so that no answer is a 304. */
  changing = false;
  readonly #behaviour: Behaviour;
  readonly #latencyMs: number;
  readonly #rebootAfter: ReadonlySet<string>;
  /** All hosts share it until they change something: 400 packages each for ten thousand hosts take gigabytes. */
  readonly #template: FakeBackend['packages'];
  #failed = 0;
  #due: ScriptedFailure | null = null;
  #plans = 0;

  constructor(packages: SimulatedPackages = {}, behaviour: Behaviour = wellBehaved(), state?: PackageState) {
    super();
    this.#template = this.packages = state?.packages ?? templateOf(packages);
    this.revision = state?.revision ?? 0;
    this.reboot = state?.reboot ?? this.reboot;
    this.#latencyMs = packages.latencyMs ?? 0;
    this.#rebootAfter = new Set(packages.rebootAfter);
    this.#behaviour = behaviour;
    this.onDownload = async () => {
      await this.#wait();
      if (this.#due?.when === 'before') throw new AppError(this.#due.code, failureOf(this.#due));
    };
    this.onTransaction = () => this.#wait();
  }

  /** Null: as at first. Packages that are alike on several hosts are one list. */
  get state(): PackageState | null {
    if (this.revision === 0 && this.packages === this.#template) return null;
    return { packages: sharedOf(this.packages), revision: this.revision, reboot: this.reboot };
  }

  /** What a restart does to the package manager. */
  restarted(): void {
    if (this.reboot.required) this.revision += 1;
    this.reboot = { required: false, reasons: [] };
  }

  /** This host's own copy of the packages, which it may change. */
  ownPackages(): FakeBackend['packages'] {
    if (this.packages === this.#template)
      this.packages = new Map([...this.#template].map(([key, fake]) => [key, { ...fake }]));
    return this.packages;
  }

  override async fingerprint(): Promise<string> {
    if (this.changing) this.#change();
    return super.fingerprint();
  }

  override async listPackages(): Promise<InstalledPackage[]> {
    await this.#wait();
    return this.#forgetCalls(super.listPackages());
  }

  override async listPatches(): Promise<PatchReport> {
    await this.#wait();
    return this.#forgetCalls(super.listPatches());
  }

  override async plan(request: PackageRequest): Promise<Plan> {
    await this.#wait();
    const plan = await this.#forgetCalls(super.plan(request));
    if (this.#behaviour.lie !== 'plan_hash') return plan;
    const never = {
      action: 'upgrade',
      name: 'never',
      arch: 'all',
      from: '0',
      to: `${++this.#plans}`,
    } as const;
    return { ...plan, planHash: planHash([...plan.entries, never]) };
  }

  override async run(request: PackageRequest, env: JobEnv, options: RunOptions): Promise<TransactionResult> {
    const before = new Map(this.ownPackages());
    this.#due = await this.#failureDue(request);
    if (this.#due?.when === 'during') this.failNext = { failure: failureOf(this.#due), changed: true };
    const result = await this.#forgetCalls(super.run(request, env, options));
    if (this.#behaviour.lie === 'versions') this.packages = before;
    const changed = this.#due ? this.#without(this.#due.package, result, before) : result;
    this.#noteReboot(changed);
    return changed;
  }

  override async refresh(env: JobEnv): ReturnType<FakeBackend['refresh']> {
    await this.#wait();
    return this.#forgetCalls(super.refresh(env));
  }

  override async hold(names: readonly string[], held: boolean): Promise<TransactionResult> {
    this.ownPackages();
    return super.hold(names, held);
  }

  override async rollback(
    record: Readonly<Record<string, unknown>>,
    env: JobEnv,
  ): Promise<TransactionResult> {
    this.ownPackages();
    return this.#forgetCalls(super.rollback(record, env));
  }

  async #failureDue(request: PackageRequest): Promise<ScriptedFailure | null> {
    const { fail } = this.#behaviour;
    if (!fail || this.#failed >= fail.times) return null;
    const { entries } = await super.plan(request);
    if (fail.package !== null && !entries.some(({ name }) => name === fail.package)) return null;
    this.#failed += 1;
    return fail;
  }

  /** Takes the failed package out of the result and restores its former version. */
  #without(
    failed: string | null,
    result: TransactionResult,
    before: FakeBackend['packages'],
  ): TransactionResult {
    const kept = result.changes.filter(({ name }) => name !== failed);
    for (const { name, arch } of result.changes.filter((change) => change.name === failed)) {
      const key = `${name}:${arch}`;
      const fake = before.get(key);
      if (fake) this.packages.set(key, fake);
    }
    return { ...result, changes: kept };
  }

  #noteReboot({ changes }: TransactionResult): void {
    const reasons = changes.map(({ name }) => name).filter((name) => this.#rebootAfter.has(name));
    if (reasons.length > 0) this.reboot = { required: true, reasons };
  }

  #change(): void {
    this.revision += 1;
    const [first] = this.ownPackages().values();
    if (first) first.available = `2.${this.revision}`;
  }

  /** Clears the record of calls, which is for tests: a simulator that runs for days would fill its memory. */
  #forgetCalls<T>(value: T): T {
    this.calls.length = 0;
    return value;
  }

  async #wait(): Promise<void> {
    const ms = this.#behaviour.packageMs ?? this.#latencyMs;
    if (ms > 0) await sleep(ms);
  }
}

function failureOf({ code, message, package: name }: ScriptedFailure): JobFailure & { message: string } {
  const isScript = code === 'SCRIPT_FAILED' && name !== null;
  const text = isScript ? `The postinst script of ${name} ended with 1.` : `The script wants ${code}.`;
  const details = isScript ? { package: name, script: 'postinst' } : name === null ? {} : { package: name };
  return { code, message: message ?? text, details };
}
