import { actedBy, AppError, type Context, empty, type leased, paging, reply, type Routes, wire } from '#sdk';
import { KINDS } from './domain/dataSet.ts';
import { listAdvisories, readAdvisory, requireAdvisory } from './service/advisories.ts';
import { listBreaches } from './service/breaches.ts';
import { listDataSets } from './service/dataSets.ts';
import { listCves } from './service/cves.ts';
import { listCvesWithoutFix, requireCve } from './service/cvesWithoutFix.ts';
import { createException, deleteException, listExceptions, readException } from './service/exceptions.ts';
import { exposureFigures } from './service/figures.ts';
import type { Feeds } from './service/feeds.ts';
import { fetchNow, listSources } from './service/fetch.ts';
import { importDataSet } from './service/imports.ts';
import { lastClosedAt, listFindings, withHosts, type FindingState } from './service/findings.ts';
import { patchOrder } from './service/order.ts';
import { listPatches } from './service/patches.ts';
import type { Unfixed } from './service/unfixed.ts';
import { listUnfixedHosts, sightOf, withoutFix } from './service/unfixedList.ts';
import {
  advisoryToWire,
  breachToWire,
  cveToWire,
  dataSetDateToWire,
  dataSetToWire,
  exceptionToWire,
  findingToWire,
  patchToWire,
  rankedToWire,
  sourceToWire,
  unfixedHostToWire,
} from './wire.ts';

type ExposureRoutes = Routes<'exposure'>;
type CveOperation = 'listCves' | 'getCve' | 'listCveHosts';
type AdvisoryOperation = 'listAdvisories' | 'getAdvisory';
type DataSetOperation = Extract<keyof ExposureRoutes, `${string}ExposureDataSet${'' | 's'}`>;
type ExceptionOperation = Extract<keyof ExposureRoutes, `${string}ExposureException${'' | 's'}`>;

interface Parts {
  worker: Pick<leased.Rounds, 'wake'>;
  unfixed: Unfixed;
  feeds: Feeds;
}

export const exposureRoutes = (ctx: Context, { worker, unfixed, feeds }: Parts): ExposureRoutes => ({
  ...exceptionRoutes(ctx),
  ...dataSetRoutes(ctx, { worker, feeds }),
  ...cveRoutes(ctx, unfixed),
  ...advisoryRoutes(ctx),
  async getExposure({ scope }) {
    const { computedAt, dataSets, ...figures } = await exposureFigures(ctx, unfixed, scope);
    return reply(200, {
      ...wire.toWire(figures),
      data_sets: dataSets.flatMap((row) => dataSetDateToWire(row, computedAt)),
      computed_at: computedAt.toISOString(),
    });
  },
  async listRankedPackages({ query, scope }) {
    const { host_id: hostId, group_id: groupId, ...asked } = query;
    const { page, computedAt } = await patchOrder(ctx, { ...asked, hostId, groupId }, scope);
    return reply(200, {
      packages: page.rows.map(rankedToWire),
      total: page.total,
      next_cursor: page.nextCursor,
      computed_at: computedAt.toISOString(),
    });
  },
  async listExposurePatches({ query, scope }) {
    const { host_id: hostId, group_id: groupId, advisory_id: advisoryId, ...asked } = query;
    const page = await listPatches(ctx, { ...asked, hostId, groupId, advisoryId }, scope);
    return reply(200, {
      patches: page.patches.map((patch) => patchToWire(patch, page.now)),
      total: page.total,
      hosts_total: page.hostsTotal,
      levels: page.levels,
      next_cursor: page.nextCursor,
    });
  },
  async listServiceLevelBreaches({ query, scope }) {
    const { host_id: hostId, ...asked } = query;
    const page = await listBreaches(ctx, { ...asked, hostId }, scope);
    return reply(200, {
      breaches: page.breaches.flatMap((breach) => breachToWire(breach, page.now)),
      total: page.total,
      hosts_total: page.hostsTotal,
      levels: page.levels,
      next_cursor: page.nextCursor,
    });
  },
});

const STATES = ['open', 'closed'] as const;

/** Of CVEs those that are open, unless the caller names states. */
const statesOf = ({ state, stateNot }: paging.StateQuery<FindingState>): FindingState[] =>
  STATES.filter((one) =>
    paging.isInState(state || stateNot ? { state, stateNot } : { state: ['open'] }, one),
  );

function cveRoutes(ctx: Context, unfixed: Unfixed): Pick<ExposureRoutes, CveOperation> {
  return {
    async listCves({ query, scope, fields }) {
      const { fix = 'available', advisoryId, ...rest } = wire.fromWire(query);
      const advisory = advisoryId === undefined ? null : await requireAdvisory(ctx, advisoryId, scope);
      const sight = await sightOf(ctx, unfixed, scope);
      const asked = {
        ...rest,
        names: advisory?.cves,
        states: statesOf(rest),
        withPackages: fields.has('packages'),
      };
      const page = await (fix === 'none'
        ? listCvesWithoutFix(ctx, asked, { sight, scope })
        : listCves(ctx, asked, scope));
      const cves = page.cves.map((row) => cveToWire(row, sight && withoutFix(sight, row.cve)));
      const { total, setAside, unknown, nextCursor } = page;
      return reply(200, { cves, total, set_aside: setAside, unknown, next_cursor: nextCursor });
    },
    async getCve({ params: { cve }, scope }) {
      const sight = await sightOf(ctx, unfixed, scope);
      const row = await requireCve(ctx, cve, { sight, scope });
      return reply(200, cveToWire(row, sight && withoutFix(sight, cve), await lastClosedAt(ctx, cve, scope)));
    },
    async listCveHosts({ params: { cve }, query, scope }) {
      const { fix = 'available', ...asked } = wire.fromWire(query);
      const sight = await sightOf(ctx, unfixed, scope);
      await requireCve(ctx, cve, { sight, scope });
      if (fix === 'available') {
        const page = await listFindings(ctx, { ...asked, cve }, scope);
        const hosts = page.findings.map(findingToWire);
        return reply(200, { hosts, total: page.total, next_cursor: page.nextCursor });
      }
      if (!sight || !paging.isInState(asked, 'open'))
        return reply(200, { hosts: [], total: 0, next_cursor: null });
      const page = await listUnfixedHosts(ctx, sight, { ...asked, cve });
      const hosts = await withHosts(ctx, page.hosts, unfixedHostToWire);
      return reply(200, { hosts, total: page.total, next_cursor: page.nextCursor });
    },
  };
}

function advisoryRoutes(ctx: Context): Pick<ExposureRoutes, AdvisoryOperation> {
  return {
    async listAdvisories({ query, scope }) {
      const { page, computedAt } = await listAdvisories(ctx, wire.fromWire(query), scope);
      return reply(200, {
        advisories: page.rows.map(advisoryToWire),
        total: page.total,
        computed_at: computedAt.toISOString(),
        next_cursor: page.nextCursor,
      });
    },
    async getAdvisory({ params, scope }) {
      return reply(200, advisoryToWire(await readAdvisory(ctx, params.advisory_id, scope)));
    },
  };
}

function exceptionRoutes(ctx: Context): Pick<ExposureRoutes, ExceptionOperation> {
  return {
    async listExposureExceptions({ query, scope }) {
      const { host_id: hostId, ...asked } = query;
      const page = await listExceptions(ctx, { ...asked, hostId }, scope);
      const exceptions = page.exceptions.map(exceptionToWire);
      return reply(200, { exceptions, total: page.total, next_cursor: page.nextCursor });
    },
    async createExposureException(request) {
      const { host_id: hostId, package: name, reason, expires_at: expiresAt } = request.body;
      const draft = { hostId, package: name, reason, expiresAt: new Date(expiresAt) };
      const made = await createException(ctx, draft, { by: actedBy(request), scope: request.scope });
      return reply(201, exceptionToWire(made));
    },
    async getExposureException({ params, scope }) {
      return reply(200, exceptionToWire(await readException(ctx, params.exception_id, scope)));
    },
    async deleteExposureException(request) {
      await deleteException(ctx, request.params.exception_id, { by: actedBy(request), scope: request.scope });
      return empty(204);
    },
  };
}

function dataSetRoutes(
  ctx: Context,
  { worker, feeds }: Pick<Parts, 'worker' | 'feeds'>,
): Pick<ExposureRoutes, DataSetOperation> {
  return {
    async listExposureDataSets({ query }) {
      const now = ctx.clock.now();
      const rows = await listDataSets(ctx);
      const dataSets = rows.flatMap((row) => dataSetToWire(row, now));
      return reply(200, {
        ...paging.list('data_sets', dataSets, query),
        kinds: KINDS.filter((kind) => feeds.has(kind)),
        sources: (await listSources(ctx, feeds)).map(sourceToWire),
      });
    },
    async getExposureDataSet({ params }) {
      const row = (await listDataSets(ctx)).find(({ kind }) => kind === params.kind);
      const [wire] = row ? dataSetToWire(row, ctx.clock.now()) : [];
      if (!wire) throw new AppError('DATA_SET_NOT_FOUND');
      return reply(200, wire);
    },
    async fetchExposureDataSet(request) {
      const source = await fetchNow(ctx, request.params.kind, { by: actedBy(request), feeds });
      worker.wake();
      return reply(200, sourceToWire(source));
    },
    async importExposureDataSet(request) {
      const { older = false, published_at: publishedAt } = request.query;
      const asked = {
        kind: request.params.kind,
        older,
        by: actedBy(request),
        feeds,
        publishedAt: publishedAt === undefined ? null : new Date(publishedAt),
      };
      const row = await importDataSet(ctx, request.body, asked);
      worker.wake();
      const [wire] = dataSetToWire(row, ctx.clock.now());
      if (!wire) throw new Error('an imported data set has no date');
      return reply(200, wire);
    },
  };
}
