/** Drives a package backend inside lab hosts, for the `*.lab.test.ts` files of the package managers. */
import path from 'node:path';
import type { LabHost } from '#test/support/lab.ts';
import { bundleInHost } from '#test/support/bundle.ts';
import { lab } from '#test/support/lab.ts';
import type { RepoState } from '#test/support/lab.ts';
import type { Image } from '#test/support/labImages.ts';
import type {
  JobFailure,
  PackageBackend,
  PackageRequest,
  Plan,
  PlanEntry,
  Reversibility,
  TransactionResult,
} from '../backend.ts';
import type { DriverAnswer, DriverStep } from './labDriver.ts';

export interface DriverOptions {
  timeLimitMs?: number;
  fetchLimitMs?: number;
  smallDownloadBytes?: number;
  keptArchiveBytes?: number;
  kernelRelease?: string;
  privileged?: boolean;
  cancelAtSafePoint?: boolean;
  /** false: switched off in the configuration. */
  stash?: boolean;
  dieAt?: string;
}

export interface JobReport {
  result: TransactionResult;
  logs: string[];
  progress: string[];
  calls: string[];
  plan: Plan | null;
  saved: Record<string, unknown>;
}

/** The error that the backend returned instead of a value. */
export class DriverError extends Error {
  readonly code: string;
  readonly details: Record<string, unknown>;

  constructor({
    code,
    message,
    details = {},
  }: {
    code: string;
    message: string;
    details?: Record<string, unknown>;
  }) {
    super(`${code}: ${message}`);
    this.code = code;
    this.details = details;
  }
}

const driver = (): Promise<string> => bundleInHost('agent/packages/testing/labDriver.ts');

const apt = ['apt-get', '-qq', '-o', 'APT::Update::Error-Mode=any', 'update'];
const dnf = ['dnf', '-q', '-y', '--refresh', '--setopt=*.skip_if_unavailable=0', 'makecache'];
const zypper = ['zypper', '-n', '--gpg-auto-import-keys', 'refresh', '-f'];
/** The command with which each image reads the lists of its repositories again. */
export const refreshCommands: Record<Image, string[]> = {
  debian11: apt,
  debian12: apt,
  'debian12-bare': apt,
  'debian12-systemd': apt,
  debian13: apt,
  'debian13-systemd': apt,
  el9: dnf,
  fedora: dnf,
  suse: zypper,
  'el9-systemd': dnf,
  'suse-systemd': zypper,
};

/** A host with a package manager, and the backend in it. */
export class PackageHost {
  readonly host: LabHost;
  readonly #image: Image;
  /** A layer over the image for each state whose lists this host has fetched. */
  readonly #refreshed = new Map<RepoState, string>();

  constructor(host: LabHost, image: Image) {
    this.host = host;
    this.#image = image;
  }

  /** Resets the host to the fresh image with the lists of `state`. */
  async fresh(state: RepoState = 't1'): Promise<void> {
    const layer = this.#refreshed.get(state) ?? (await this.#refreshOnce(state));
    await lab.publish(state);
    await this.host.reset(layer);
  }

  async #refreshOnce(state: RepoState): Promise<string> {
    await this.host.reset();
    await this.publish(state);
    const layer = await this.saveListed(state);
    this.#refreshed.set(state, layer);
    return layer;
  }

  /**
   * Saves the host as a layer, and in a second layer above it what an agent has looked up there once: its notes are
   * valid only for the files that it has seen. The host is off afterwards.
   */
  async saveListed(name: string): Promise<string> {
    const layer = await this.#save(name);
    await this.host.reset(layer);
    await this.call('listPackages');
    return `${await this.#save(`${name}-listed`)}:${layer}`;
  }

  async #save(name: string): Promise<string> {
    const layer = path.join(process.env['LAB_DIR'] ?? '', 'layers', `${this.host.name}-${name}`);
    await this.host.cut();
    await this.host.save(layer);
    return layer;
  }

  /** Publishes this state of the repositories and refreshes the host's lists. */
  async publish(state: RepoState): Promise<void> {
    await lab.publish(state);
    await this.host.run(refreshCommands[this.#image]);
  }

  /** Calls a method of the backend that needs no job. */
  async call<T>(name: keyof PackageBackend, args: unknown[] = [], options: DriverOptions = {}): Promise<T> {
    return (await this.#drive({ call: name, args, ...options })) as T;
  }

  /** Runs these steps in one process, like an agent that keeps running. */
  inOneProcess(steps: DriverStep[]): Promise<DriverAnswer[]> {
    return this.#drive({ steps }) as Promise<DriverAnswer[]>;
  }

  plan(request: PackageRequest, options: DriverOptions = {}): Promise<Plan> {
    return this.call('plan', [request], options);
  }

  /** The error of a plan that is refused; throws when the plan is accepted. */
  async refusal(request: PackageRequest): Promise<DriverError> {
    try {
      await this.plan(request);
    } catch (error) {
      if (error instanceof DriverError) return error;
      throw error;
    }
    throw new Error('the plan was not refused');
  }

  /** The error code of each of these plans, made in one process; null for an accepted one. */
  refusals(requests: PackageRequest[]): Promise<(string | null)[]> {
    return this.#drive({ call: 'plan', batch: requests.map((request) => [request]) }) as Promise<
      (string | null)[]
    >;
  }

  /** Runs a job to its end (`planHash`: the approved plan). A second call with the same `job` resumes it. */
  run(
    job: string,
    request: PackageRequest,
    options: DriverOptions & {
      planHash?: string;
      interrupted?: PlanEntry[];
      promised?: Reversibility;
    } = {},
  ): Promise<JobReport> {
    const { planHash, interrupted, promised, ...rest } = options;
    const runOptions = {
      maxAgeSecs: null,
      ...(planHash && { planHash }),
      ...(interrupted && { interrupted }),
      ...(promised && { promised }),
    };
    return this.job(job, 'run', [request, '$env', runOptions], rest);
  }

  job(
    job: string,
    call: keyof PackageBackend,
    args: unknown[],
    options: DriverOptions = {},
  ): Promise<JobReport> {
    return this.#drive({ call, job, args, ...options }) as Promise<JobReport>;
  }

  /** Undoes a job that ran here, by a job of that name; a second call with the same name resumes it. */
  async rollback(job: string, options: DriverOptions = {}, name = `undo-${job}`): Promise<JobReport> {
    return this.job(name, 'rollback', [await this.#saved(job), '$env'], options);
  }

  async rollbackAndDie(job: string, dieAt: string): Promise<void> {
    await this.#die({ call: 'rollback', job: `undo-${job}`, args: [await this.#saved(job), '$env'], dieAt });
  }

  /** Runs a driver that must be killed at `dieAt`. */
  async runAndDie(
    job: string,
    request: PackageRequest,
    dieAt: string,
    { planHash, ...options }: DriverOptions & { planHash?: string } = {},
  ): Promise<void> {
    const runOptions = { maxAgeSecs: null, ...(planHash && { planHash }) };
    await this.#die({ call: 'run', job, args: [request, '$env', runOptions], ...options, dieAt });
  }

  /** `name:arch` → version of every installed package, from the package database and not from the agent. */
  versions(): Promise<Record<string, string>> {
    return this.#image.startsWith('debian') ? this.host.dpkgVersions() : this.host.rpmVersions();
  }

  async #saved(job: string): Promise<Record<string, unknown>> {
    const state = await this.host.readFile(`/var/lib/fleetmend-test/journal/${job}/state.json`);
    return (JSON.parse(state) as { saved: Record<string, unknown> }).saved;
  }

  async #die(input: object): Promise<void> {
    const { code, stdout, stderr } = await this.host.exec(['node', await driver(), JSON.stringify(input)]);
    if (code !== 137) throw new Error(`the driver ended with ${code}: ${stdout}${stderr}`);
  }

  async #drive(input: object): Promise<unknown> {
    const { code, stdout, stderr } = await this.host.exec(['node', await driver(), JSON.stringify(input)]);
    const last = stdout.trim().split('\n').at(-1) ?? '';
    if (code !== 0 || !last.startsWith('{')) throw new Error(`driver ended with ${code}: ${stdout}${stderr}`);
    const answer = JSON.parse(last) as {
      value?: unknown;
      error?: ConstructorParameters<typeof DriverError>[0];
    };
    if (answer.error?.code === 'CRASH') throw new Error(`${answer.error.message}\n${stderr}`);
    if (answer.error) throw new DriverError(answer.error);
    return answer.value;
  }
}

/** How long the daemon that lab-daemon starts keeps its output open. */
const daemonMs = 20_000;

/**
 * Whether a job that began at `startedAtMs` has waited for lab-daemon's daemon. That the daemon has ended proves
 * nothing: apt gives a package a terminal, and closing it sometimes ends the processes that were started from it.
 */
export async function hasAwaitedDaemon(
  { host }: Pick<PackageHost, 'host'>,
  startedAtMs: number,
): Promise<boolean> {
  if (Date.now() - startedAtMs < daemonMs) return false;
  return (await host.exec(['pgrep', '-f', '^sleep 20$'])).code !== 0;
}

export const patch = (packages: string[] | null, more: { securityOnly?: boolean; exclude?: string[] } = {}) =>
  ({ operation: 'patch', packages, securityOnly: false, exclude: [], ...more }) satisfies PackageRequest;
export const install = (name: string, version?: string) =>
  ({ operation: 'install', packages: [{ name, ...(version && { version }) }] }) satisfies PackageRequest;
export const update = (name: string, version?: string) =>
  ({ operation: 'update', packages: [{ name, ...(version && { version }) }] }) satisfies PackageRequest;
export const remove = (names: string[], more: { purge?: boolean; autoremove?: boolean } = {}) =>
  ({
    operation: 'remove',
    packages: names.map((name) => ({ name })),
    purge: false,
    autoremove: false,
    ...more,
  }) satisfies PackageRequest;

/** `upgrade lab-hello:all 1.0 > 1.1` for each entry, for comparing plans. */
export function shown({ entries }: Pick<Plan, 'entries'>): string[] {
  return entries.map(({ action, name, arch, from, to }) => `${action} ${name}:${arch} ${from} > ${to}`);
}

/** `lab-hello:all 1.0 > 1.1` for each change. */
export function changed({ result }: JobReport): string[] {
  return result.changes.map(({ name, arch, from, to }) => `${name}:${arch} ${from} > ${to}`);
}

/** The failure of a job; throws when the job did not fail. */
export function failureOf({ result, logs }: JobReport): JobFailure & { details: Record<string, unknown> } {
  if (!result.failure) throw new Error(`the job did not fail\n${logs.join('\n')}`);
  return { details: {}, ...result.failure };
}
