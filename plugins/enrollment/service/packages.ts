import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { AppError, type Context } from '#sdk';
import { type AgentPackage, carriedIn, keepOnly, type PackageParts, putTogether } from './carried.ts';

const MANIFEST = 'manifest.json';

/** These values go into a script that root runs, so nothing else passes. */
const safe = {
  name: /^fleetmend-agent[A-Za-z0-9._~-]{1,100}$/,
  sha256: /^[0-9a-f]{64}$/,
  arch: /^[a-z0-9]{1,16}$/,
};

/** Where the tree of a package of the manager has the agent's in parts; a clone has none. */
const carriedFolder = path.join(import.meta.dirname, '../../../agents');

export interface AgentPackages {
  /** All that hosts may fetch now; of each format and processor one. */
  list(): AgentPackage[];
  /** The file of one, by its exact name. Throws AGENT_PACKAGE_NOT_FOUND. */
  fileOf(name: string): Promise<string>;
  /** Puts together what is carried in parts, and removes what earlier versions put together. Never throws. */
  prepare(): Promise<void>;
  /** Breaks off what is being put together; the next start begins it again. */
  stop(): Promise<void>;
}

/**
 * The agent's packages: what an administrator has put into `packages_dir` (it may be rebuilt while the manager runs),
 * and those that the manager's own package carries in parts. These are listed from the start, for their hashes are
 * known; who fetches one before it is put together waits for it.
 */
export function createAgentPackages(
  { config: { dataDir, packagesDir }, log }: Pick<Context, 'config' | 'log'>,
  folder = carriedFolder,
): AgentPackages {
  const carried = carriedIn(folder);
  const made = path.join(dataDir, 'agent-packages');
  const ending = new AbortController();
  const running = new Map<string, Promise<void>>();
  const own = keptUntilChanged(path.join(packagesDir, MANIFEST), () => readPackages(packagesDir));
  const others = (): PackageParts[] => notIn(own(), [...carried.keys()]);
  let last: Promise<unknown> = Promise.resolve();
  /** One at a time: each takes a core for some seconds, and what is cleared away must not be in the making. */
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    const done = last.catch(() => undefined).then(work);
    last = done;
    return done;
  };
  const make = (one: PackageParts): Promise<void> => {
    if (existsSync(path.join(made, one.sha256))) return Promise.resolve();
    const known = running.get(one.sha256);
    if (known) return known;
    const work = inTurn(() => putTogether(carried.get(one) ?? folder, one, made, ending.signal)).finally(() =>
      running.delete(one.sha256),
    );
    running.set(one.sha256, work);
    return work;
  };
  return {
    list: () => [...own(), ...others()],
    async fileOf(name) {
      if (own().some((known) => known.name === name)) return path.join(packagesDir, name);
      const one = others().find((known) => known.name === name);
      if (!one) throw new AppError('AGENT_PACKAGE_NOT_FOUND');
      await make(one);
      return path.join(made, one.sha256);
    },
    async prepare() {
      try {
        const wanted = others();
        await inTurn(() => keepOnly(made, new Set(wanted.map(({ sha256 }) => sha256))));
        for (const one of wanted) await make(one);
      } catch (error) {
        if (!ending.signal.aborted)
          log.error({ error }, "the agent's packages could not be put together, so hosts cannot fetch them");
      }
    },
    async stop() {
      ending.abort();
      await last.catch(() => undefined);
    },
  };
}

/** Those of a format and processor that `own` has none of. */
function notIn<One extends AgentPackage>(own: readonly AgentPackage[], all: readonly One[]): One[] {
  return all.filter((one) => !own.some(({ format, arch }) => format === one.format && arch === one.arch));
}

/** What `read` gave when the file last changed. */
function keptUntilChanged<Value>(file: string, read: () => Value): () => Value {
  let kept: { changed: string; value: Value } | null = null;
  return () => {
    const { mtimeMs, size, ino } = statSync(file, { throwIfNoEntry: false }) ?? {};
    const changed = [mtimeMs, size, ino].join(' ');
    if (kept?.changed !== changed) kept = { changed, value: read() };
    return kept.value;
  };
}

/** As `list` of AgentPackages, for who makes none. */
export function agentPackagesOf(packagesDir: string): AgentPackage[] {
  const own = readPackages(packagesDir);
  return [...own, ...notIn(own, [...carriedIn(carriedFolder).keys()])];
}

/** What `manifest.json` of a folder names, as `npm run package:agent` writes it. Empty when it was never made. */
function readPackages(dir: string): AgentPackage[] {
  let text: string;
  try {
    text = readFileSync(path.join(dir, MANIFEST), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
  const { files } = JSON.parse(text) as { files: AgentPackage[] };
  return files.filter(
    ({ format, name, sha256, arch }) =>
      (format === 'deb' || format === 'rpm') &&
      safe.name.test(name) &&
      safe.sha256.test(sha256) &&
      safe.arch.test(arch),
  );
}
