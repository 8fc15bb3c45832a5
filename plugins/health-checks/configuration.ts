import { AppError, configuration, type Context, http, names as keys } from '#sdk';
import type { ConfigurationNames } from '#sdk/hosts.ts';
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

/** Exports and imports the health checks of hosts themselves, identified by host and name. Their results are not configuration. */
export const checksPart = (ctx: Context): configuration.Part =>
  configuration.listPart<CheckModel, CheckInFile>(ctx, {
    name: 'health_checks',
    toFile,
    textOf,
    keyOf,
    labelOf,
    resolved,
    moved: MOVED,
    rows: () => CheckModel.query(ctx.db.reader).whereNull('group_check_id').orderBy('id'),
    refusals: (checks, { names }) => refusals(ctx, checks, names),
    writes(names, by) {
      const hostIdOf = ({ host }: CheckInFile): string => {
        const found = names.findHost(host);
        if (!found) throw new AppError('PRECONDITION_FAILED');
        return found.id;
      };
      const editOf = ({ edit: { id, ifMatch }, entry }: configuration.Listed<CheckInFile>) => ({
        hostId: hostIdOf(entry),
        checkId: id,
        ifMatch,
      });
      return {
        add: (tx, check) =>
          createCheckIn(ctx, tx, { hostId: hostIdOf(check), draft: draftOf(check, names) }, by),
        change: (tx, old, check) =>
          updateCheckIn(ctx, tx, { ...editOf(old), change: draftOf(check, names) }, by),
        remove: (tx, old) => deleteCheckIn(ctx, tx, editOf(old), by),
      };
    },
  });

/** Returns null when the check's host is being deleted. */
function toFile(check: CheckModel, names: ConfigurationNames): CheckInFile | null {
  const { kind, name, enabled, serviceName, targetHostId, url, expectedStatus, expectedBody } = check;
  const host = names.hostOf(check.hostId);
  if (!host) return null;
  const target = targetHostId === null ? null : names.hostOf(targetHostId);
  return {
    host,
    kind,
    name,
    enabled,
    timeout_secs: check.timeoutSecs,
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
  problems: configuration.Problem[],
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

/** Checks whose address the manager would never call, or whose target host is not healthy. */
async function refusals(
  ctx: Context,
  checks: readonly CheckInFile[],
  names: ConfigurationNames,
): Promise<ReadonlyMap<CheckInFile, string>> {
  const urls = new Map(
    checks.flatMap(({ url }) => (url === undefined ? [] : [[originOf(url), url] as const])),
  );
  const refused = await judged(ctx, urls);
  const targets = checks.flatMap(({ target_host: target }) =>
    target ? [names.findHost(target)?.id ?? ''] : [],
  );
  const hosts = await ctx.core.hosts.getMany([...new Set(targets)]);
  const well = new Set(hosts.flatMap(({ id, healthStatus }) => (healthStatus === 'healthy' ? [id] : [])));
  const found = new Map<CheckInFile, string>();
  for (const check of checks) {
    const { url, target_host: target } = check;
    const isWell = !target || well.has(names.findHost(target)?.id ?? '');
    const message =
      (url === undefined ? undefined : refused.get(originOf(url))) ??
      (isWell ? undefined : `The host ${target.fqdn}, whose agent it asks, is not healthy.`);
    if (message !== undefined) found.set(check, message);
  }
  return found;
}

const originOf = (url: string): string => URL.parse(url)?.origin ?? url;

/** The reasons why the manager would never call an address, by origin. */
async function judged(ctx: Context, urls: ReadonlyMap<string, string>): Promise<ReadonlyMap<string, string>> {
  const refused = new Map<string, string>();
  const open = [...urls].slice(0, MOST_JUDGED);
  const work = async (): Promise<void> => {
    for (let next = open.pop(); next; next = open.pop()) {
      const [origin, url] = next;
      await http.requireCallable(ctx.outbound, url).catch((error: unknown) => {
        if (!(error instanceof AppError)) throw error;
        refused.set(origin, error.message);
      });
    }
  };
  await Promise.all(Array.from({ length: JUDGED_AT_ONCE }, work));
  return refused;
}

const draftOf = (check: CheckInFile, names: ConfigurationNames): CheckDraft => ({
  kind: check.kind,
  name: check.name,
  enabled: check.enabled,
  timeoutSecs: check.timeout_secs,
  serviceName: check.service_name ?? null,
  targetHostId: check.target_host ? (names.findHost(check.target_host)?.id ?? null) : null,
  url: check.url ?? null,
  expectedStatus: check.expected_status ?? null,
  expectedBody: check.expected_body ?? null,
  intervalSecs: check.interval_secs ?? null,
});

const labelOf = ({ host, name }: CheckInFile): string => `${host.fqdn}: ${name}`;
const keyOf = ({ host, name }: CheckInFile): string =>
  JSON.stringify([host.machine_id, host.fqdn.toLowerCase(), keys.normal(name)]);
const textOf = ({ host, name, ...rest }: CheckInFile): string =>
  configuration.sortedText([host.fqdn, host.machine_id ?? '', name, rest]);
