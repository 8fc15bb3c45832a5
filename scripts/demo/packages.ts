import { setTimeout as sleep } from 'node:timers/promises';
import type {
  AvailablePatch,
  JobEnv,
  PackageRequest,
  PatchReport,
  Plan,
  RunOptions,
  TransactionResult,
} from '../../agent/packages/backend.ts';
import { SimulatedBackend } from '../../agent/simulator/backend.ts';
import type { PackageBackend } from '../../agent/packages/backend.ts';
import { patchOf, type DemoUpdate } from './distributions.ts';
import { demoHost, distributionOf, type DemoHost } from './hosts.ts';
import { linesOf } from './transcript.ts';

const HOUR_MS = 3_600_000;
const LINE_MS = 25;
/** Share of a download that is still on the disk after it is unpacked, roughly. */
const GROWTH = 0.04;

/** The package manager of a demo host: in memory, but with its distribution's packages, plans and words. */
export class DemoBackend extends SimulatedBackend {
  override readonly name: PackageBackend['name'];
  /** Where the next change stops and waits, as a share of its lines; null: it runs to its end. */
  haltAt: number | null = null;
  readonly #host: DemoHost;
  readonly #stopped = Promise.withResolvers<void>();

  constructor(name: string) {
    super({ installed: 0 });
    this.#host = demoHost(name);
    const { manager } = distributionOf(this.#host);
    this.name = manager;
    this.lastRefreshedAt = new Date(Date.now() - (1 + (name.length % 3)) * HOUR_MS);
    const packages = this.ownPackages();
    for (const update of this.#updates()) packages.set(this.#key(update), this.#entry(update));
    const { rebootBecause } = this.#host;
    if (rebootBecause) this.reboot = { required: true, reasons: [...rebootBecause] };
    this.onTransaction = (env, plan) => this.#work(env, plan);
  }

  /** Releases a change that was halted: it fails, and the agent can stop. */
  release(): void {
    this.#stopped.resolve();
  }

  override async listPatches(): Promise<PatchReport> {
    const { refreshedAt } = await super.listPatches();
    return { patches: this.#waiting().map((update) => this.#patch(update)), refreshedAt };
  }

  override async plan(request: PackageRequest): Promise<Plan> {
    const plan = await super.plan(this.#chosen(request));
    const planned = new Set(plan.entries.map(({ name }) => name));
    const updates = this.#waiting().filter(({ name }) => planned.has(name));
    const downloadSizeBytes = updates.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
    const keptBack = this.#waiting()
      .map((update) => this.#patch(update))
      .flatMap(({ name, arch, keptBackReason: reason }) =>
        reason === null ? [] : [{ name, arch, reason, message: `${name} is kept back` }],
      );
    const rebootExpected = updates.some(({ reboots }) => reboots === true);
    const diskChangeBytes = Math.round(downloadSizeBytes * GROWTH);
    return { ...plan, downloadSizeBytes, diskChangeBytes, rebootExpected, keptBack };
  }

  override run(request: PackageRequest, env: JobEnv, options: RunOptions): Promise<TransactionResult> {
    return super.run(this.#chosen(request), env, options);
  }

  #updates(): readonly DemoUpdate[] {
    return distributionOf(this.#host).updates;
  }

  #waiting(): DemoUpdate[] {
    return this.#updates().filter((update) => this.packages.get(this.#key(update))?.version === update.from);
  }

  #patch(update: DemoUpdate): AvailablePatch {
    return patchOf(update, distributionOf(this.#host), this.#isHeld(update));
  }

  #key({ name }: DemoUpdate): string {
    return `${name}:${distributionOf(this.#host).arch}`;
  }

  #isHeld({ name }: DemoUpdate): boolean {
    return this.#host.held?.includes(name) ?? false;
  }

  #entry(update: DemoUpdate): { version: string; available: string; held: boolean; security: boolean } {
    const security = update.severity !== undefined;
    const { patched = 'nothing' } = this.#host;
    const isThere = patched === 'all' || (patched === 'security' && security);
    const version = isThere ? update.to : update.from;
    return { version, available: update.to, held: this.#isHeld(update), security };
  }

  /** The simulated backend knows neither phased updates nor `securityOnly`, so it is given the names to patch. */
  #chosen(request: PackageRequest): PackageRequest {
    if (request.operation !== 'patch') return request;
    const { packages, securityOnly, exclude } = request;
    const names = this.#waiting()
      .filter(({ severity }) => !securityOnly || severity !== undefined)
      .filter(({ name, phased }) => !phased && !exclude.includes(name))
      .map(({ name }) => name);
    return { ...request, packages: packages ?? names };
  }

  async #work(env: JobEnv, { entries }: Plan): Promise<void> {
    const lines = linesOf(this.name, entries, this.failNext?.failure.message ?? null);
    for (const [index, text] of lines.entries()) {
      if (this.haltAt !== null && index / lines.length >= this.haltAt) await this.#stopped.promise;
      env.log('stdout', text);
      env.progress(10 + (85 * (index + 1)) / lines.length, text);
      await sleep(LINE_MS);
    }
    const changed = new Set(entries.map(({ name }) => name));
    const kernel = this.#updates().find(({ name, reboots }) => reboots === true && changed.has(name));
    if (kernel) this.reboot = { required: true, reasons: [kernel.name] };
  }
}
