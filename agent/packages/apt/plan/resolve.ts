import { AppError } from '#server/shared/wire/appError.ts';
import { compareDebian } from '#server/shared/versions/debian.ts';
import { classify } from '../classify.ts';
import { lastErrors } from '../lastErrors.ts';
import type { Inventory } from '../read/inventory.ts';
import { instanceKey } from '../read/inventory.ts';
import { plainOptions, query } from '../aptContext.ts';
import type { AptContext } from '../aptContext.ts';

/** One change of apt's own plan. */
export interface ResolvedChange {
  name: string;
  /** Architecture of the version afterwards (of the present one for a removal). */
  arch: string;
  from: string | null;
  to: string | null;
  /** apt would mark the package as installed automatically. */
  automatic: boolean;
}

/** The versions that a change takes away and brings in. */
export function versionsOf({ name, arch, from, to }: Pick<ResolvedChange, 'name' | 'arch' | 'from' | 'to'>) {
  return [from, to].flatMap((version) => (version === null ? [] : [{ name, arch, version }]));
}

/** The resolver's answer; for a refused plan it still lists the changes that apt considered. */
export interface Resolution {
  changes: ResolvedChange[];
  /** null when apt accepts the plan; else its error lines. */
  error: string | null;
  /** `name` or `name:arch` of what apt keeps back. */
  keptBack: string[];
  /** `name` or `name:arch` of what apt would downgrade, which it refuses as a whole. */
  downgraded: string[];
  /** Kept back because the update is phased and this host's turn has not come (apt 2.7 and newer say so). */
  deferred: string[];
}

/**
 * apt's JSON hook (json-hooks-protocol 0.1 and 0.2) as one line of /bin/sh: it answers the greeting and copies
 * the plan to standard error. The list arrives in one message, read in blocks (`read` takes single bytes).
 */
const jsonHook = [
  'IFS= read -r hello <&$APT_HOOK_SOCKET',
  'v=0.1; case $hello in *\\"0.2\\"*) v=0.2;; esac',
  String.raw`printf '{"jsonrpc":"2.0","id":0,"result":{"version":"%s"}}\n\n' "$v" >&$APT_HOOK_SOCKET`,
  'exec sed -n /hooks.install.statistics/p <&$APT_HOOK_SOCKET >&2',
].join('; ');

const hookOptions = [
  '-o',
  `AptCli::Hooks::Install::=${jsonHook}`,
  '-o',
  `AptCli::Hooks::Upgrade::=${jsonHook}`,
];

/** The first apt whose hook tells upgrades from installs and also runs for `upgrade`. */
const firstAptWithHook = '2.4';

/** Whether the host's apt can tell its plan by the hook; else it is read from a simulation. */
export function hasPlanHook({ rows }: Pick<Inventory, 'rows'>): boolean {
  const aptVersion = rows.find((row) => row.name === 'apt')?.version ?? '0';
  return compareDebian(aptVersion, firstAptWithHook) >= 0;
}

/**
 * Asks apt what a command would do, without taking a lock. From apt 2.4 on by its JSON hook with `--print-uris` (a
 * quarter of the time of a simulation), before that by the `Inst` lines of `-s`.
 */
export async function resolve(
  context: AptContext,
  inventory: Inventory,
  argv: readonly string[],
  signal?: AbortSignal,
): Promise<Resolution> {
  const hooked = hasPlanHook(inventory);
  const mode = hooked ? ['--print-uris', ...hookOptions] : ['-s'];
  const result = await query(context, ['apt-get', ...plainOptions, ...mode, ...argv], signal);
  const refused = result.exitCode !== 0;
  const simulated = refused ? parseRemovals : parseSimulation;
  const changes = hooked ? parseHook(result.stderr) : simulated(result.stdout, inventory);
  const errors = result.stderr
    .split('\n')
    .filter((line) => !line.startsWith('{'))
    .join('\n');
  return {
    changes,
    error: !refused ? null : `${errors}\n${unmetDependencies(result.stdout)}`.trim(),
    keptBack: parseSection(result.stdout, 'The following packages have been kept back:'),
    downgraded: parseSection(result.stdout, 'The following packages will be DOWNGRADED:'),
    deferred: parseSection(result.stdout, 'The following upgrades have been deferred due to phasing:'),
  };
}

/** Why apt would downgrade a package that nobody named. */
export const downgradeWanted =
  "the host's preferences (a Pin-Priority above 1000 in /etc/apt/preferences or preferences.d) ask for an older " +
  'version than the installed one.';

/** Like {@link resolve}, but a refused plan is an AppError with apt's own reason. */
export async function resolveOrThrow(...parameters: Parameters<typeof resolve>): Promise<Resolution> {
  const resolution = await resolve(...parameters);
  if (resolution.error !== null) throw resolutionError(resolution);
  return resolution;
}

/** The AppError for a plan that apt refused; it names what prevents the plan. */
export function resolutionError({ error, changes, downgraded }: Resolution): AppError {
  const text = error ?? '';
  const failure = classify(text) ?? { code: 'CONFLICT', message: lastErrors(text) };
  const removed = changes.filter((change) => change.to === null).map((change) => change.name);
  const details = { ...failure.details, apt: text.slice(0, 4000), ...(removed.length > 0 && { removed }) };
  const isConflict = failure.code === 'CONFLICT';
  if (isConflict && /^E: Packages were downgraded/m.test(text)) {
    const message = `${downgraded.join(', ')}: ${downgradeWanted}`;
    return new AppError('CONFLICT', { message, details: { ...details, packages: downgraded } });
  }
  const names = isConflict && removed.length > 0 ? ` (${removed.join(', ')})` : '';
  const unmet = isConflict && names === '' ? firstUnmet(text) : null;
  const message = unmet === null ? `${failure.message}${names}` : `Unmet dependencies: ${unmet}`;
  return new AppError(failure.code, { message, details });
}

interface HookVersion {
  version: string;
  architecture: string;
}
interface HookMessage {
  params?: {
    packages?: {
      name: string;
      mode: string;
      automatic: boolean;
      versions: { current?: HookVersion; install?: HookVersion };
    }[];
  };
}

/** Reads the plan from the JSON hook's message; an apt that has nothing to do sends an empty list. */
export function parseHook(stderr: string): ResolvedChange[] {
  const line = stderr
    .split('\n')
    .findLast((one) => one.startsWith('{') && one.includes('install.statistics'));
  if (line === undefined) return [];
  const message = JSON.parse(line) as HookMessage;
  return (message.params?.packages ?? []).flatMap(({ name, mode, automatic, versions }) => {
    const removed = mode === 'deinstall' || mode === 'purge';
    const shown = removed ? versions.current : versions.install;
    const from = versions.current?.version ?? null;
    const to = removed ? null : (versions.install?.version ?? null);
    return shown && from !== to ? [{ name, arch: shown.architecture, from, to, automatic }] : [];
  });
}

/**
 * Reads the plan from the output of `apt-get -s`. `Inst` without `[old]` is a new package, not an upgrade. A
 * simulation does not tell which new packages are automatic, so all of them count as automatic.
 */
export function parseSimulation(
  stdout: string,
  inventory: Pick<Inventory, 'byKey' | 'nativeArch'>,
): ResolvedChange[] {
  const changes: ResolvedChange[] = [];
  for (const line of stdout.split('\n')) {
    const installed = /^Inst ([^\s:]+)(?::\S+)?(?: \[([^\]]+)\])? \((\S+) .*\[(\S+)\]\)/.exec(line);
    const removed = /^(?:Remv|Purg) ([^\s:]+)(?::(\S+))? \[([^\]]+)\]/.exec(line);
    if (installed?.[1]) {
      const [, name, from = null, to = '', arch = ''] = installed;
      changes.push({ name, arch, from, to, automatic: from === null });
    } else if (removed?.[1]) {
      const [, name, foreign = 'all', from = ''] = removed;
      const arch = inventory.byKey.get(instanceKey(name, foreign, inventory.nativeArch))?.arch ?? foreign;
      changes.push({ name, arch, from, to: null, automatic: false });
    }
  }
  return changes;
}

/** A refused simulation has no `Remv` lines; the removals for which it is refused are in its summary. */
export function parseRemovals(
  stdout: string,
  { byKey, nativeArch }: Pick<Inventory, 'byKey' | 'nativeArch'>,
): ResolvedChange[] {
  return parseSection(stdout, 'The following packages will be REMOVED:').flatMap((text) => {
    const [name = '', instance = 'all'] = text.replace(/\*$/, '').split(':');
    const row = byKey.get(instanceKey(name, instance, nativeArch));
    return row ? [{ name, arch: row.arch, from: row.version, to: null, automatic: false }] : [];
  });
}

/** Names in one of the indented lists of apt-get's summary. */
function parseSection(stdout: string, title: string): string[] {
  const lines = stdout.split('\n');
  const start = lines.indexOf(title);
  if (start < 0) return [];
  const rest = lines.slice(start + 1);
  const end = rest.findIndex((line) => !line.startsWith('  '));
  return rest
    .slice(0, end < 0 ? rest.length : end)
    .join(' ')
    .split(/\s+/)
    .filter((name) => name !== '');
}

/** The first unmet dependency; apt's own error line says only that there are some. */
function firstUnmet(text: string): string | null {
  const lines = text.slice(text.lastIndexOf(unmetTitle)).split('\n');
  const first = lines[0] === unmetTitle ? lines[1] : undefined;
  return first?.trim().replaceAll(/\s+/g, ' ') ?? null;
}

const unmetTitle = 'The following packages have unmet dependencies:';

function unmetDependencies(stdout: string): string {
  const at = stdout.indexOf(unmetTitle);
  return at < 0 ? '' : stdout.slice(at, at + 2000);
}
