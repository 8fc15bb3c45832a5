import {
  AppError,
  compareText,
  planList,
  requireCallable,
  sortedText,
  type ConfigurationNames,
  type ConfigurationPart,
  type ConfigurationProblem,
  type Context,
  type Listed,
} from '../../server/plugin.ts';
import type { components } from '../../generated/manager.ts';
import type { CheckDraft } from './domain/draft.ts';
import { CheckModel } from './models.ts';
import { createCheckIn, deleteCheckIn, updateCheckIn } from './service/checks.ts';

type CheckInFile = components['schemas']['ConfigurationHealthCheck'];

const MOVED = ['HOST_NOT_FOUND', 'HEALTH_CHECK_NOT_FOUND', 'HEALTH_CHECK_LIMIT_REACHED'];
/** How many addresses are judged at once; each may ask the DNS. */
const JUDGED_AT_ONCE = 20;
/**
 * The most addresses that one import judges; the others are judged at their first run, for every run judges its own.
 */
const MOST_JUDGED = 500;

/** Exports and imports the health checks, identified by host, kind and name. Their results are not configuration. */
export function checksPart(ctx: Context): ConfigurationPart {
  return {
    name: 'health_checks',
    async export() {
      const names = await ctx.core.hosts.configurationNames();
      return (await storedChecks(ctx, names)).map(({ entry }) => entry);
    },
    async plan(content, { makeEqual, by, before }) {
      const names = await ctx.core.hosts.configurationNames(before.get('groups'));
      const stored = await storedChecks(ctx, names);
      const problems: ConfigurationProblem[] = [];
      const here = (content as readonly CheckInFile[]).flatMap((check) => resolved(names, check, problems));
      const known = new Set(stored.map(({ entry }) => sortedText(entry)));
      const wanted = await whatCanRun(ctx, here, { known, names, problems });
      const placeOf = ({ host }: CheckInFile): string => {
        const found = names.findHost(host);
        if (!found) throw new AppError('PRECONDITION_FAILED');
        return found.id;
      };
      return planList({
        ...{ stored, wanted, problems, makeEqual, keyOf, labelOf, moved: MOVED },
        kept: new Set(here.filter((check) => !wanted.includes(check)).map(keyOf)),
        add: (tx, check) =>
          createCheckIn(ctx, tx, { hostId: placeOf(check), draft: draftOf(check, names) }, by),
        change: (tx, { id, editVersion, entry }, check) => {
          const edit = { hostId: placeOf(entry), checkId: id, ifMatch: [String(editVersion)] };
          return updateCheckIn(ctx, tx, { ...edit, change: draftOf(check, names) }, by);
        },
        remove: (tx, { id, editVersion, entry }) => {
          const edit = { hostId: placeOf(entry), checkId: id, ifMatch: [String(editVersion)] };
          return deleteCheckIn(ctx, tx, edit, by);
        },
      });
    },
  };
}

async function storedChecks(ctx: Context, names: ConfigurationNames): Promise<Listed<CheckInFile>[]> {
  const rows = await CheckModel.query(ctx.db.reader).orderBy('id');
  return rows
    .flatMap((row) => {
      const entry = toFile(row, names);
      return entry ? [{ id: row.id, editVersion: row.editVersion, entry }] : [];
    })
    .sort((a, b) => compareText(textOf(a.entry), textOf(b.entry)));
}

/** Returns null when the check's host is being deleted. */
function toFile(check: CheckModel, names: ConfigurationNames): CheckInFile | null {
  const { kind, name, enabled, serviceName, targetHostId, url, expectedStatus, expectedBody } = check;
  const host = names.hostOf(check.hostId);
  if (!host) return null;
  const target = targetHostId === null ? null : names.hostOf(targetHostId);
  return {
    ...{ host, kind, name, enabled, timeout_secs: check.timeoutSecs },
    ...(serviceName === null ? {} : { service_name: serviceName }),
    ...(target === null ? {} : { target_host: target }),
    ...(url === null ? {} : { url }),
    ...(expectedStatus === null ? {} : { expected_status: expectedStatus }),
    ...(expectedBody === null ? {} : { expected_body: expectedBody }),
    ...(check.intervalSecs === null ? {} : { interval_secs: check.intervalSecs }),
  };
}

/** Spells the hosts of the check as this manager does; reports an unknown host and then returns nothing. */
function resolved(
  names: ConfigurationNames,
  check: CheckInFile,
  problems: ConfigurationProblem[],
): CheckInFile[] {
  const { target_host: target, ...rest } = check;
  const host = names.findHost(check.host)?.host;
  const asked = target && names.findHost(target);
  if (!host) problems.push({ name: labelOf(check), message: 'Its host is not known here.' });
  else if (asked === null)
    problems.push({ name: labelOf(check), message: 'The host whose agent it asks is not known here.' });
  if (!host || asked === null) return [];
  // A check that asks its own host has no `target_host`.
  const isOwn = asked?.id === names.findHost(host)?.id;
  return [{ ...rest, host, ...(asked && !isOwn ? { target_host: asked.host } : {}) }];
}

interface Judging {
  /** The checks that exist here already, as sorted texts. */
  known: ReadonlySet<string>;
  names: ConfigurationNames;
  problems: ConfigurationProblem[];
}

/**
 * Leaves out, and reports, checks that could not be saved by hand either: the manager would never call the address, or
 * the target host is not healthy.
 */
async function whatCanRun(
  ctx: Context,
  checks: readonly CheckInFile[],
  { known, names, problems }: Judging,
): Promise<CheckInFile[]> {
  const fresh = checks.filter((check) => !known.has(sortedText(check)));
  const urls = new Map(
    fresh.flatMap(({ url }) => (url === undefined ? [] : [[originOf(url), url] as const])),
  );
  const refused = await judged(ctx, urls);
  const targets = fresh.flatMap(({ target_host: target }) =>
    target ? [names.findHost(target)?.id ?? ''] : [],
  );
  const hosts = await ctx.core.hosts.getMany([...new Set(targets)]);
  const well = new Set(hosts.flatMap(({ id, healthStatus }) => (healthStatus === 'healthy' ? [id] : [])));
  return checks.filter((check) => {
    if (known.has(sortedText(check))) return true;
    const { url, target_host: target } = check;
    const isWell = !target || well.has(names.findHost(target)?.id ?? '');
    const message =
      (url === undefined ? undefined : refused.get(originOf(url))) ??
      (isWell ? undefined : `The host ${target.fqdn}, whose agent it asks, is not healthy.`);
    if (message === undefined) return true;
    problems.push({ name: labelOf(check), message });
    return false;
  });
}

const originOf = (url: string): string => URL.parse(url)?.origin ?? url;

/** The reasons why the manager would never call an address, by origin. */
async function judged(ctx: Context, urls: ReadonlyMap<string, string>): Promise<ReadonlyMap<string, string>> {
  const refused = new Map<string, string>();
  const open = [...urls].slice(0, MOST_JUDGED);
  const work = async (): Promise<void> => {
    for (let next = open.pop(); next; next = open.pop()) {
      const [origin, url] = next;
      await requireCallable(ctx.outbound, url).catch((error: unknown) => {
        if (!(error instanceof AppError)) throw error;
        refused.set(origin, error.message);
      });
    }
  };
  await Promise.all(Array.from({ length: JUDGED_AT_ONCE }, work));
  return refused;
}

const draftOf = (check: CheckInFile, names: ConfigurationNames): CheckDraft => ({
  ...{ kind: check.kind, name: check.name, enabled: check.enabled, timeoutSecs: check.timeout_secs },
  serviceName: check.service_name ?? null,
  targetHostId: check.target_host ? (names.findHost(check.target_host)?.id ?? null) : null,
  ...{ url: check.url ?? null, expectedStatus: check.expected_status ?? null },
  ...{ expectedBody: check.expected_body ?? null, intervalSecs: check.interval_secs ?? null },
});

const labelOf = ({ host, name }: CheckInFile): string => `${host.fqdn}: ${name}`;
const keyOf = ({ host, kind, name }: CheckInFile): string =>
  JSON.stringify([host.machine_id, host.fqdn.toLowerCase(), kind, name]);
const textOf = ({ host, name, ...rest }: CheckInFile): string =>
  sortedText([host.fqdn, host.machine_id ?? '', name, rest]);
