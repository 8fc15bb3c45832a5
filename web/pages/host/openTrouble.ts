import type { ReactiveControllerHost } from 'lit';
import { api, must } from '../../core/api.ts';
import type { LiveEvent } from '../../core/live.ts';
import type { LiveTopic } from '../../core/liveTopic.ts';
import { Resource } from '../../core/resource.ts';
import type { Schemas } from '../../core/schema.ts';
import { SEVERITY_ORDER, type Severity } from '../../domain/patch/severity.ts';
import type { PatchQuery } from '../../domain/exposure/patches.ts';
import { asker } from '../../domain/host/asker.ts';

type Host = Schemas['Host'];

/** The pending security patches of one host, in figures. */
export interface SecurityFigures {
  /** The gravest severity first; those that no patch has are left out. Null: too many patches to count by severity. */
  bySeverity: readonly (readonly [severity: Severity, count: number])[] | null;
  overdue: number;
  /** By how many days the oldest is overdue. */
  overdueDays: number;
  /** The gravest, the most overdue first. */
  worst: readonly Schemas['ExposurePatch'][];
}

/** CVEs of the host that are exploited somewhere: the first of them, and how many there are. */
export type ExploitedCves = Schemas['CveList'];

/** The most patches that are counted by severity: one page of the manager's. */
const MOST = 500;
const NAMED = 5;

interface Options {
  /** The host; null while it is not read, or its overview is not shown. */
  host(): Host | null;
  live: LiveTopic;
}

/** What is wrong with a host beyond its own figures. Read only where those say that there is something to read. */
export class OpenTrouble {
  readonly #host: Options['host'];
  readonly security: Resource<SecurityFigures, readonly [hostId: string, polledAt: string | null]>;
  readonly exploited: Resource<ExploitedCves, readonly [hostId: string, polledAt: string | null]>;
  /** The enabled checks that do not pass. */
  readonly checks: Resource<Schemas['HealthCheck'][], readonly [hostId: string, status: string]>;

  constructor(page: ReactiveControllerHost, { host, live }: Options) {
    this.#host = host;
    this.security = new Resource(page, {
      args: () => {
        const shown = host();
        const isKnown = asker.may('exposure:read') && asker.serves('listExposurePatches');
        return shown && isKnown && (shown.patches_security ?? 0) > 0
          ? ([shown.id, shown.patches_polled_at] as const)
          : null;
      },
      live,
      read: async ([hostId], signal) => {
        const read = (more: PatchQuery): Promise<Schemas['ExposurePatchList']> => {
          const query = { host_id: hostId, ...more };
          return must(api.GET('/api/v1/exposure/patches', { params: { query }, signal }));
        };
        const all = await read({ limit: MOST });
        const isCut = all.total > all.patches.length;
        return figuresOf(all, isCut ? await read({ standing: 'late', limit: 1 }) : null);
      },
    });
    this.exploited = new Resource(page, {
      args: () => {
        const shown = host();
        const isKnown = asker.may('exposure:read') && asker.serves('listCves');
        return shown && isKnown ? ([shown.id, shown.patches_polled_at] as const) : null;
      },
      live,
      read: ([hostId], signal) => {
        const query = { host_id: hostId, exploited: true, sort: '-priority', limit: NAMED } as const;
        return must(api.GET('/api/v1/exposure/cves', { params: { query }, signal }));
      },
    });
    this.checks = new Resource(page, {
      args: () => {
        const shown = host();
        const isKnown = asker.may('checks:read') && asker.serves('listHealthChecks');
        const status = shown?.health_check_status;
        return shown && isKnown && (status === 'failing' || status === 'unknown')
          ? ([shown.id, status] as const)
          : null;
      },
      live,
      read: async ([hostId], signal) => {
        const path = { host_id: hostId };
        const list = await must(
          api.GET('/api/v1/hosts/{host_id}/health-checks', { params: { path }, signal }),
        );
        return list.checks.filter(({ enabled, last_status: status }) => enabled && status !== 'passing');
      },
    });
  }

  received(events: readonly LiveEvent[]): void {
    const id = this.#host()?.id;
    const isOurs = events.some(
      ({ kind, data }) => kind === 'health_check.updated' && id !== undefined && data.host_id === id,
    );
    if (isOurs) this.checks.retry();
  }
}

/** `late`: those that are overdue, the longest first, where `all` is a part of them; else null. */
function figuresOf(
  { patches }: Schemas['ExposurePatchList'],
  late: Schemas['ExposurePatchList'] | null,
): SecurityFigures {
  const counts = SEVERITY_ORDER.map((severity) => {
    return [severity, patches.filter((patch) => patch.severity === severity).length] as const;
  });
  const overdue = (late?.patches ?? patches).filter(({ standing }) => standing === 'late');
  return {
    bySeverity: late === null ? counts.filter(([, count]) => count > 0) : null,
    overdue: late?.total ?? overdue.length,
    overdueDays: Math.max(0, ...overdue.map(({ over_days: days }) => days ?? 0)),
    worst: patches.toSorted(graver).slice(0, NAMED),
  };
}

type Patch = Schemas['ExposurePatch'];

const graver = (a: Patch, b: Patch): number =>
  SEVERITY_ORDER.indexOf(a.severity) - SEVERITY_ORDER.indexOf(b.severity) ||
  (b.over_days ?? 0) - (a.over_days ?? 0);
