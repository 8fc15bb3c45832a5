import { configuration, type Context, jobSpecs, names as keys, type Tx } from '#sdk';
import type { ActedBy, ConfigurationNames } from '#sdk/hosts.ts';
import type { JobTarget } from '#sdk/patching.ts';
import type { components } from '../../generated/manager.ts';
import { PolicyModel } from './models.ts';
import { pause, resume } from './service/acts.ts';
import {
  createPolicyIn,
  deletePolicyIn,
  requireTimes,
  writeUpdate,
  type Editor,
  type PolicyDraft,
} from './service/policies.ts';
import { lockPolicy, policyEdits } from './service/rows.ts';
import { modeOf, operationOf, specFrom, type PolicySpec } from './work.ts';

type PolicyInFile = components['schemas']['ConfigurationPolicy'];
type TargetInFile = PolicyInFile['target'];

const MOVED = ['POLICY_NOT_FOUND', 'POLICY_LIMIT_REACHED', 'GROUP_NOT_FOUND'];

/** Exports and imports the policies, identified by name. Their runs are history and not configuration. */
export const policiesPart = (ctx: Context): configuration.Part =>
  configuration.listPart<PolicyModel, PolicyInFile>(ctx, {
    name: 'policies',
    toFile,
    textOf,
    keyOf,
    labelOf,
    resolved,
    moved: MOVED,
    keepsUnknown: true,
    rows: () => PolicyModel.query(ctx.db.reader).orderBy('id'),
    refusals: (policies, { by }) =>
      configuration.refusedBy(policies, (policy) => requireRunnable(ctx, policy, by)),
    writes: (names, by) => ({
      add: async (tx, policy) => {
        const draft = await draftIn(tx, names, policy);
        const editor = await editorIn(tx, names, policy, by);
        return createPolicyIn(ctx, tx, { draft, isPaused: policy.paused }, editor);
      },
      change: (tx, old, policy) => changeIn(ctx, tx, { names, old, policy, by }),
      remove: (tx, { edit }) => deletePolicyIn(ctx, tx, edit, by),
    }),
  });

interface Change {
  names: ConfigurationNames;
  old: configuration.Listed<PolicyInFile>;
  policy: PolicyInFile;
  by: ActedBy;
}

/** Pausing and resuming are separate acts, as on the policy's page. */
async function changeIn(ctx: Context, tx: Tx, { names, old, policy, by }: Change): Promise<void> {
  const { id, ifMatch } = old.edit;
  const before = await policyEdits.locked(tx, id, ifMatch);
  if (
    configuration.sortedText({ ...old.entry, paused: policy.paused }) !== configuration.sortedText(policy)
  ) {
    const draft = await draftIn(tx, names, policy);
    await writeUpdate(ctx, tx, { before, draft, editor: await editorIn(tx, names, policy, by) });
  }
  if (old.entry.paused === policy.paused) return;
  const act = { policy: await lockPolicy(tx, id), by, now: await ctx.db.now(tx.knex) };
  await (policy.paused ? pause : resume)(ctx, tx, act);
}

function toFile(policy: PolicyModel, names: ConfigurationNames): PolicyInFile {
  const limited = configuration.limitsOf(policy.scope.hosts, names);
  return {
    name: policy.name,
    paused: policy.pausedAt !== null,
    timezone: policy.timezone,
    rrule: policy.rrule,
    days_after: policy.daysAfter,
    target: targetToFile(policy.target, names),
    ...(limited === null ? {} : { limited_to: limited }),
    ...specToFile(policy.spec),
    catch_up: policy.catchUp,
    max_late_secs: policy.maxLateSecs,
    plan_lead_secs: policy.planLeadSecs,
  };
}

const specToFile = (spec: PolicySpec) => ({
  mode: modeOf(spec),
  ...jobSpecs.conductToWire(jobSpecs.specWith(jobSpecs.DEFAULT_SPEC, spec)),
});

function targetToFile(target: JobTarget, names: ConfigurationNames): TargetInFile {
  const { host_ids: hostIds = [], group_ids: groupIds = [], tags = [], filter } = target;
  const hosts = hostIds.flatMap((id) => names.hostOf(id) ?? []);
  const groups = groupIds.flatMap((id) => names.groupOf(id) ?? []);
  const { group_id: groupId, ...rest } = filter ?? {};
  const group = groupId === undefined ? null : names.groupOf(groupId);
  return tidy({
    hosts,
    groups,
    tags: [...tags],
    ...(filter ? { filter: { ...rest, ...(group === null ? {} : { group }) } } : {}),
  });
}

/** The target without empty lists, and with the others sorted. */
function tidy({ hosts = [], groups = [], tags = [], filter }: TargetInFile): TargetInFile {
  const byName = hosts.toSorted((a, b) => configuration.compareText(JSON.stringify(a), JSON.stringify(b)));
  return {
    ...(hosts.length > 0 ? { hosts: byName } : {}),
    ...(groups.length > 0 ? { groups: [...new Set(groups)].sort() } : {}),
    ...(tags.length > 0 ? { tags: [...new Set(tags)].sort() } : {}),
    ...(filter ? { filter: sortedKeys(filter) } : {}),
  };
}

const sortedKeys = <T extends object>(value: T): T =>
  Object.fromEntries(Object.entries(value).sort(([a], [b]) => configuration.compareText(a, b))) as T;

/**
 * Spells the names of the policy as this manager does. An unknown host or group is left out of the target. The policy
 * is left out if its target is then empty, or if its filter or limits name an unknown group. Both are reported.
 */
function resolved(
  names: ConfigurationNames,
  policy: PolicyInFile,
  problems: configuration.Problem[],
): PolicyInFile[] {
  const tell = (message: string): void => void problems.push({ name: policy.name, message });
  const { hosts = [], groups = [], tags = [], filter } = policy.target;
  const unknown: string[] = [];
  const known = <Name, Found>(
    list: readonly Name[],
    find: (name: Name) => Found | null,
    text: (name: Name) => string,
  ) =>
    list.flatMap((name) => {
      const found = find(name);
      if (found !== null) return [found];
      unknown.push(text(name));
      return [];
    });
  const target: TargetInFile = {
    hosts: known(
      hosts,
      (host) => names.findHost(host)?.host ?? null,
      ({ fqdn }) => `the host ${fqdn}`,
    ),
    groups: known(groups, names.findGroup, (name) => `the group ${name}`),
    tags,
  };
  const filterGroup = filter?.group === undefined ? undefined : names.findGroup(filter.group);
  const limits = policy.limited_to && configuration.knownLimits(policy.limited_to, names);
  if (filterGroup === null || limits === null) {
    tell('Skipped: its filter or its limits name a group that does not exist here.');
    return [];
  }
  if (filter) target.filter = { ...filter, ...(filterGroup === undefined ? {} : { group: filterGroup }) };
  const whole = tidy(target);
  if (unknown.length > 0) tell(notKnown(unknown, Object.keys(whole).length > 0));
  if (Object.keys(whole).length === 0) {
    if (unknown.length === 0) tell('Skipped, because it names no hosts.');
    return [];
  }
  const { name, paused, timezone, rrule, days_after, mode, catch_up, max_late_secs, plan_lead_secs } = policy;
  return [
    {
      name,
      paused,
      timezone,
      rrule,
      days_after,
      target: whole,
      ...(limits ? { limited_to: limits } : {}),
      ...specToFile(specFrom({}, { ...policy, mode })),
      catch_up,
      max_late_secs,
      plan_lead_secs,
    },
  ];
}

/** The most names in one sentence. */
const MAX_TOLD = 20;

function notKnown(names: readonly string[], isKept: boolean): string {
  const more = names.length - MAX_TOLD;
  const told = names.slice(0, MAX_TOLD).join(', ') + (more > 0 ? ` and ${more} more` : '');
  const what = isKept ? 'They are removed from its hosts' : 'No hosts remain, so it is skipped';
  return `Not known here: ${told}. ${what}.`;
}

/** Throws for a policy that could not be saved by hand either. */
async function requireRunnable(ctx: Context, policy: PolicyInFile, { actor }: ActedBy): Promise<void> {
  const { timezone, rrule, days_after: daysAfter } = policy;
  requireTimes({ timezone, rrule, daysAfter }, ctx.clock.now());
  const spec = specFrom({}, policy);
  await ctx.core.patching.requireMakeable({ operation: operationOf(spec), spec, actor });
}

async function draftIn(tx: Tx, names: ConfigurationNames, policy: PolicyInFile): Promise<PolicyDraft> {
  return {
    name: policy.name,
    timezone: policy.timezone,
    rrule: policy.rrule,
    daysAfter: policy.days_after,
    target: await targetIn(tx, names, policy.target),
    spec: specFrom({}, policy),
    catchUp: policy.catch_up,
    maxLateSecs: policy.max_late_secs,
    planLeadSecs: policy.plan_lead_secs,
  };
}

async function targetIn(tx: Tx, names: ConfigurationNames, target: TargetInFile): Promise<JobTarget> {
  const { hosts = [], groups = [], tags = [], filter } = target;
  const { group, ...rest } = filter ?? {};
  const groupIds = await idsIn(tx, names, groups);
  return {
    ...(hosts.length > 0 ? { host_ids: hosts.flatMap((host) => names.findHost(host)?.id ?? []) } : {}),
    ...(groups.length > 0 ? { group_ids: groupIds } : {}),
    ...(tags.length > 0 ? { tags } : {}),
    ...(filter
      ? {
          filter: { ...rest, ...(group === undefined ? {} : { group_id: await names.groupIdIn(tx, group) }) },
        }
      : {}),
  } as JobTarget;
}

async function idsIn(tx: Tx, names: ConfigurationNames, groups: readonly string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const group of groups) ids.push(await names.groupIdIn(tx, group));
  return ids;
}

/** The policy is limited to the hosts that the file says, not to those of the importer: an administrator sees all. */
async function editorIn(
  tx: Tx,
  names: ConfigurationNames,
  { limited_to: lists }: PolicyInFile,
  by: ActedBy,
): Promise<Editor> {
  return { by, scope: await configuration.scopeOfLimits(tx, names, lists) };
}

const labelOf = ({ name }: { name: string }): string => name;
const keyOf = ({ name }: { name: string }): string => keys.normal(name);
const textOf = (policy: PolicyInFile): string =>
  JSON.stringify([policy.name, configuration.sortedText(policy)]);
