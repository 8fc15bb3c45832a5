import { setTimeout as sleep } from 'node:timers/promises';
import type { InstalledPackage, JobEnv, PatchReport, Plan, PackageRequest } from '../packages/backend.ts';
import { FakeBackend } from '../testingBackend.ts';
import type { FakePackage } from '../testingBackend.ts';

/** What a simulated host has installed, and how its package manager behaves. */
export interface SimulatedPackages {
  /** Packages that are installed. Default 400. */
  installed?: number;
  /** How many of them have an update, and how many of those close a hole. Defaults 40 and 10. */
  patches?: number;
  security?: number;
  /** How long a list, a plan and each of a job's two steps take. Default 0. */
  latencyMs?: number;
}

/** A package manager in memory, for one simulated host of many. */
export class SimulatedBackend extends FakeBackend {
  /** While true, every look finds another patch list, so that no answer can be a 304. */
  changing = false;
  readonly #latencyMs: number;

  constructor({ installed = 400, patches = 40, security = 10, latencyMs = 0 }: SimulatedPackages = {}) {
    super(makePackages(installed, patches, security));
    this.#latencyMs = latencyMs;
    this.onDownload = () => this.#wait();
    this.onTransaction = () => this.#wait();
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
    return this.#forgetCalls(super.plan(request));
  }

  override async refresh(env: JobEnv): ReturnType<FakeBackend['refresh']> {
    await this.#wait();
    return this.#forgetCalls(super.refresh(env));
  }

  #change(): void {
    this.revision += 1;
    const first = this.packages.get('sim-0000:all');
    if (first) first.available = `2.${this.revision}`;
  }

  /** The record of calls is for tests; a simulator that runs for days would keep every one. */
  #forgetCalls<T>(value: T): T {
    this.calls.length = 0;
    return value;
  }

  async #wait(): Promise<void> {
    if (this.#latencyMs > 0) await sleep(this.#latencyMs);
  }
}

function makePackages(installed: number, patches: number, security: number): Record<string, FakePackage> {
  const entries = Array.from({ length: installed }, (_, index): [string, FakePackage] => [
    `sim-${String(index).padStart(4, '0')}:all`,
    {
      version: '1.0',
      ...(index < patches ? { available: '1.1', security: index < security } : {}),
    },
  ]);
  return Object.fromEntries(entries);
}
