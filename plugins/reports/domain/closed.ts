import { fromTs, SEVERITIES } from '#sdk/thread.ts';
import type { standings } from '#sdk';
import type { ClosedCveRow, ClosedPatchRow, ClosedRow, OpenFindingRow } from '../../exposure/api.ts';
import { daysBetween, DAY_MS, figure, isoOf, percent } from './counting.ts';
import { NOT_RECORDED, type Cells, type ReportAsked, type Summary } from './types.ts';

interface Pair {
  cve: string;
  packages: ReadonlySet<string>;
}

/** CVEs that are open beyond what the lists of the hosts say: trackers of distributions name CVEs that apt does not. */
export class Named {
  /** Each pair of a CVE and its packages once: a fleet has few of them, on many hosts. */
  readonly #pairs = new Map<string, Pair>();
  readonly #ofHost = new Map<string, Pair[]>();

  take(row: unknown): void {
    const { host_id: hostId, cve, packages } = row as OpenFindingRow;
    const key = `${cve} ${packages}`;
    const pair = this.#pairs.get(key) ?? { cve, packages: new Set(namesOf(packages)) };
    this.#pairs.set(key, pair);
    const own = this.#ofHost.get(hostId);
    if (own) own.push(pair);
    else this.#ofHost.set(hostId, [pair]);
  }

  /** The CVEs of a package on a host. */
  cvesOf(hostId: string, name: string): string[] {
    return (this.#ofHost.get(hostId) ?? []).flatMap(({ cve, packages }) => (packages.has(name) ? [cve] : []));
  }
}

const namesOf = (json: string): string[] => JSON.parse(json) as string[];

/** What was closed, as sums and row by row. */
export class Closed {
  readonly #cves = new Map<string, { closed: number; later: number; severity: standings.LackSeverity }>();
  readonly #sums = { findings: 0, patches: 0, inTime: 0, dated: 0, openMs: 0, later: 0 };
  /** Packages that closed CVEs of the current host have named already. */
  #told: { hostId: string; packages: Set<string> } = { hostId: '', packages: new Set() };

  takeCve(row: unknown): void {
    const { cve, closed, closed_later: later, severity_rank: rank } = row as ClosedCveRow;
    this.#cves.set(cve, { closed: Number(closed), later: Number(later), severity: severityOf(rank) });
    this.#sums.findings += Number(closed);
    this.#sums.later += Number(later);
  }

  takePatches(row: unknown): void {
    const { closed, closed_in_time: inTime, closed_dated: dated, open_ms: openMs } = row as ClosedPatchRow;
    this.#sums.patches += Number(closed);
    this.#sums.inTime += Number(inTime);
    this.#sums.dated += Number(dated);
    this.#sums.openMs += Number(openMs ?? 0);
  }

  /** The row of a CVE, or of a package that none of the host's CVEs closed at the same moment names. */
  cells(row: unknown, { fqdn, madeAt }: { fqdn: string; madeAt: Date }): Cells[] {
    const {
      host_id: hostId,
      kind,
      name,
      arch,
      packages,
      severity_rank: rank,
      closed_by: by,
      ...at
    } = row as ClosedRow;
    const [openedAt, closedAt, dueAt] = [fromTs(at.opened_at), fromTs(at.closed_at), fromTs(at.due_at)];
    if (this.#told.hostId !== hostId) this.#told = { hostId, packages: new Set() };
    const names = packages === null ? [] : namesOf(packages);
    const moment = closedAt?.getTime() ?? 0;
    if (kind === 'patch' && this.#told.packages.has(`${moment} ${name}`)) return [];
    for (const own of names) this.#told.packages.add(`${moment} ${own}`);
    return [
      {
        host_id: hostId,
        fqdn,
        state: 'closed',
        cve: kind === 'cve' ? name : null,
        packages: kind === 'cve' ? names.join(' ') : `${name}:${arch ?? ''}`,
        severity: severityOf(rank),
        pending_since: isoOf(openedAt) ?? NOT_RECORDED,
        age_days: openedAt && closedAt ? daysBetween(openedAt, closedAt) : null,
        due_at: isoOf(dueAt),
        overdue: overdueOf(kind, dueAt, closedAt),
        held: null,
        excepted: null,
        closed_at: isoOf(closedAt),
        closed_by: by?.toLowerCase() ?? null,
        patches_read_at: null,
        as_of: madeAt.toISOString(),
      },
    ];
  }

  /** Hosts on which it was closed within the period; 0: on none. */
  hostsOf(cve: string): number {
    return this.#cves.get(cve)?.closed ?? 0;
  }

  /** CVEs closed within the period that are open nowhere any more. */
  *others(
    open: ReadonlyMap<string, unknown>,
  ): Generator<[cve: string, closed: number, severity: standings.LackSeverity]> {
    for (const [cve, { closed, severity }] of this.#cves)
      if (closed > 0 && !open.has(cve)) yield [cve, closed, severity];
  }

  /** How many pairs of a CVE and a host were open when the period ended and are closed now. */
  get later(): number {
    return this.#sums.later;
  }

  figures({ exposure }: Pick<ReportAsked, 'exposure'>): Summary['figures'] {
    const { findings, patches, inTime, dated, openMs } = this.#sums;
    const recorded = (value: number | null): number | null => (exposure === null ? null : value);
    const days = dated === 0 ? null : Math.round((openMs / dated / DAY_MS) * 10) / 10;
    return [
      figure('closed_findings', TEXTS.findings, recorded(findings)),
      figure('closed_patches', TEXTS.patches, recorded(patches)),
      figure('closed_in_time_percent', TEXTS.inTime, recorded(percent(inTime, patches)), 'percent'),
      figure('closed_after_days', TEXTS.days, recorded(days), 'days'),
    ];
  }
}

const TEXTS = {
  findings: [
    'Closed findings with a CVE',
    'CVEs closed on a host within the period: patched, or no longer listed by the repository.',
  ],
  patches: [
    'Closed patches',
    'Security patches that were pending on a host and are not since a time within the period, with a CVE or without.',
  ],
  inTime: [
    'Closed within SLA, share',
    'Closed patches that were not overdue then, of all of them; those whose start is not recorded do not count as in time.',
  ],
  days: [
    'Average time open',
    'Days from first seen to closed; patches without a recorded start are not included.',
  ],
} as const;

/** CVEs have no due time of their own. */
function overdueOf(kind: ClosedRow['kind'], dueAt: Date | null, closedAt: Date | null): string | null {
  if (kind === 'cve') return null;
  return dueAt && closedAt ? String(dueAt < closedAt) : NOT_RECORDED;
}

/** The severity of a rank of `exposure`, which counts from the mildest. */
const severityOf = (rank: number | string | null): standings.LackSeverity =>
  SEVERITIES[SEVERITIES.length - 1 - Number(rank ?? 0)] ?? 'unrated';
