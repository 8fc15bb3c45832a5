/**
 * Package and patch lists, cached while the backend's fingerprint stays the same: then another request starts no
 * process, and simultaneous requests share one computation.
 */
import { createHash } from 'node:crypto';
import { toWire } from '../../server/shared/wire/names.ts';
import type { HealthProblem } from '../host/healthProblem.ts';
import { failureOf } from '../jobs/outcome.ts';
import type {
  AvailablePatch,
  InstalledPackage,
  PackageBackend,
  PatchReport,
  RebootState,
} from '../packages/backend.ts';

/** A list ready to be sent. */
export interface KeptList {
  etag: string;
  json: string;
}

export interface KeptPatches extends KeptList {
  refreshedAt: Date | null;
}

export interface PackageFilter {
  search?: string;
  upgradable?: boolean;
  held?: boolean;
  limit?: number;
  cursor?: string;
}

interface Kept<T> {
  fingerprint: string;
  value: Promise<T>;
}

const etagOf = (text: string): string =>
  `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`;

const keyOf = ({ name, arch }: { name: string; arch: string }): string => `${name}:${arch}`;

const compare = (a: InstalledPackage, b: InstalledPackage): number =>
  a.name === b.name ? (a.arch < b.arch ? -1 : 1) : a.name < b.name ? -1 : 1;

type ListKind = 'patches' | 'packages';

/** A list that could not be read when it was last asked for. */
interface Unread {
  message: string;
  /** The first of the failures in a row. */
  since: Date;
}

export class Lists {
  #backend: PackageBackend;
  #now: () => Date;
  #unread = new Map<ListKind, Unread>();
  /** As the last list of patches said. */
  #securityPinned: string | null = null;
  #patches: Kept<KeptPatches> | null = null;
  #packages: Kept<InstalledPackage[]> | null = null;
  #wholePackages: { of: InstalledPackage[]; list: KeptList } | null = null;

  constructor(backend: PackageBackend, now: () => Date) {
    this.#backend = backend;
    this.#now = now;
  }

  /** What could not be listed when it was last asked for: a failure that nobody is told of makes a host look healthy. */
  problems(): HealthProblem[] {
    const [first] = this.#unread.values();
    if (!first) return this.#pinned();
    const what = [...this.#unread.keys()].join(' and ');
    const since = `${first.since.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
    return [
      {
        code: 'LISTS_UNREADABLE',
        message: `Listing ${what} has failed since ${since}: ${first.message}`,
      },
    ];
  }

  #pinned(): HealthProblem[] {
    const message = this.#securityPinned;
    return message === null ? [] : [{ code: 'SECURITY_PINNED', message }];
  }

  async #noting<T>(what: ListKind, read: () => Promise<T>): Promise<T> {
    try {
      const value = await read();
      this.#unread.delete(what);
      return value;
    } catch (error) {
      const since = this.#unread.get(what)?.since ?? this.#now();
      this.#unread.set(what, { message: failureOf(error).message, since });
      throw error;
    }
  }

  /** The ETag covers list and reboot fields, not `refreshed_at`. */
  async patches(): Promise<KeptPatches> {
    const [mark, refreshedAt] = await Promise.all([this.#backend.fingerprint(), this.#backend.refreshedAt()]);
    // A refresh without news leaves the mark as it was, so its time is part of the key.
    const fingerprint = `${mark}/${refreshedAt?.getTime()}`;
    if (this.#patches?.fingerprint !== fingerprint) {
      const kept: Kept<KeptPatches> = {
        fingerprint,
        value: this.#noting('patches', () => this.#makePatches()),
      };
      this.#patches = kept;
      kept.value.catch(() => {
        if (this.#patches === kept) this.#patches = null;
      });
    }
    return this.#patches.value;
  }

  async packages(filter: PackageFilter): Promise<KeptList> {
    const all = await this.#allPackages();
    if (Object.keys(filter).length > 0) return packagesJson(all, filter);
    if (this.#wholePackages?.of !== all) this.#wholePackages = { of: all, list: packagesJson(all, {}) };
    return this.#wholePackages.list;
  }

  async #allPackages(): Promise<InstalledPackage[]> {
    const fingerprint = await this.#backend.fingerprint();
    if (this.#packages?.fingerprint !== fingerprint) {
      const value = this.#noting('packages', async () =>
        (await this.#backend.listPackages()).toSorted(compare),
      );
      const kept: Kept<InstalledPackage[]> = { fingerprint, value };
      this.#packages = kept;
      value.catch(() => {
        if (this.#packages === kept) this.#packages = null;
      });
    }
    return this.#packages.value;
  }

  async #makePatches(): Promise<KeptPatches> {
    const [report, reboot] = await Promise.all([this.#backend.listPatches(), this.#backend.rebootState()]);
    const { patches, refreshedAt } = report;
    this.#securityPinned = report.securityPinned ?? null;
    const fields = patchFields(patches, reboot, this.#backend.name);
    const head = {
      total: refreshedAt ? patches.length : null,
      security_total: securityTotal(report),
      refreshed_at: refreshedAt,
    };
    const never = refreshedAt === null;
    return {
      etag: etagOf(JSON.stringify({ ...fields, never })),
      json: JSON.stringify({ ...head, ...fields }),
      refreshedAt,
    };
  }
}

/**
 * How many are for security, as far as anybody can tell. null while the lists were never refreshed, and where none is
 * known to be and some may be: that is not 0.
 */
function securityTotal({ patches, refreshedAt }: PatchReport): number | null {
  const known = patches.filter(({ security }) => security === true).length;
  const isUnknown = known === 0 && patches.some(({ security }) => security === null);
  return refreshedAt === null || isUnknown ? null : known;
}

function patchFields(patches: AvailablePatch[], reboot: RebootState, manager: string): object {
  return {
    patches: toWire(patches),
    reboot_required: reboot.required,
    reboot_reasons: reboot.reasons.slice(0, 500),
    package_manager: manager,
  };
}

function packagesJson(all: readonly InstalledPackage[], filter: PackageFilter): KeptList {
  const search = filter.search?.toLowerCase();
  const matching = all.filter(
    (entry) =>
      (search === undefined || entry.name.toLowerCase().includes(search)) &&
      (filter.held === undefined || entry.held === filter.held) &&
      (filter.upgradable === undefined || (entry.availableVersion !== null) === filter.upgradable),
  );
  const data = { ...page(matching, filter), total: matching.length };
  const json = JSON.stringify(data);
  return { etag: etagOf(json), json };
}

function page(matching: InstalledPackage[], { limit, cursor }: PackageFilter): object {
  const after = cursor === undefined ? null : Buffer.from(cursor, 'base64url').toString('utf8');
  const from = after === null ? 0 : matching.findIndex((entry) => compareToKey(entry, after) > 0);
  const rest = from === -1 ? [] : matching.slice(from);
  const shown = limit === undefined ? rest : rest.slice(0, limit);
  const packages = shown.map(packageToWire);
  if (limit === undefined) return { packages };
  const last = shown.at(-1);
  const isLast = shown.length === rest.length || !last;
  return { packages, next_cursor: isLast ? null : Buffer.from(keyOf(last)).toString('base64url') };
}

/** Compares an entry with a `name:arch` in the order of the list. */
function compareToKey(entry: InstalledPackage, key: string): number {
  const colon = key.lastIndexOf(':');
  const other = { name: key.slice(0, colon), arch: key.slice(colon + 1) };
  if (entry.name === other.name) return entry.arch === other.arch ? 0 : entry.arch < other.arch ? -1 : 1;
  return entry.name < other.name ? -1 : 1;
}

function packageToWire({ availableVersion, ...entry }: InstalledPackage): object {
  return availableVersion === null ? toWire(entry) : toWire({ ...entry, availableVersion });
}

/** Whether an If-None-Match header names the tag (weak comparison, RFC 9110). */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, '')));
}
