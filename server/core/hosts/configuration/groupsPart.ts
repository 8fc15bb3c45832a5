import { isDeepStrictEqual } from 'node:util';
import { validationError } from '#server/shared/wire/appError.ts';
import { normalName } from '#server/kernel/editable/names.ts';
import type {
  ConfigurationChange,
  ConfigurationPart,
  ConfigurationProblem,
} from '#server/kernel/configuration.ts';
import { movedIn, refuseTwice } from '#server/kernel/configurationList.ts';
import type { Context } from '#server/kernel/boot/feature.ts';
import type { Tx } from '#server/kernel/db/tx.ts';
import { createGroupIn, deleteGroupIn, MAX_GROUPS, updateGroupIn } from '../service/groupEdits.ts';
import { addGroupHostsIn, removeGroupHostsIn } from '../service/groupMembers.ts';
import { usesOf, type Editor } from '../service/groupRights.ts';
import { hostFinder } from '../service/names.ts';
import type { GroupDependent } from '../api.ts';
import { storedGroups, toFile, type GroupInFile, type StoredGroup } from './file.ts';

type Step = (tx: Tx) => Promise<unknown>;

interface Plan {
  changes: ConfigurationChange[];
  problems: ConfigurationProblem[];
  unchanged: number;
  steps: Step[];
  /** Steps that delete groups. */
  removals: Step[];
}

interface World {
  ctx: Context;
  editor: Editor;
  makeEqual: boolean;
  find: Awaited<ReturnType<typeof hostFinder>>;
}

/** The groups part of a configuration file. Groups are matched by name; the contract defines their form. */
export function groupsPart(ctx: Context): ConfigurationPart {
  const { reader } = ctx.db;
  return {
    name: 'groups',
    export: async () => (await storedGroups(reader)).map(toFile),
    async plan(content, { makeEqual, by }) {
      const wanted = content as readonly GroupInFile[];
      refuseTwice(PATH, wanted.map(keyOf));
      const stored = new Map((await storedGroups(reader)).map((group) => [keyOf(group), group]));
      const world: World = { ctx, editor: { by, scope: 'all' }, makeEqual, find: await hostFinder(reader) };
      const plan: Plan = { changes: [], problems: [], unchanged: 0, steps: [], removals: [] };
      if (makeEqual) await planRemovals(world, plan, stored, wanted);
      for (const group of wanted) {
        const before = stored.get(keyOf(group));
        if (before) planChange(world, plan, before, group);
        else planAddition(world, plan, group);
      }
      // Counts without the removals, which come after everything else.
      const added = plan.changes.filter(({ kind }) => kind === 'added').length;
      if (stored.size + added > MAX_GROUPS) {
        const message = `would make more than ${MAX_GROUPS} groups, together with those that are here`;
        throw validationError([{ path: PATH, message }]);
      }
      const { changes, problems, unchanged, steps, removals } = plan;
      return {
        changes,
        problems,
        unchanged,
        apply: (tx) => applied(tx, steps),
        remove: (tx) => applied(tx, removals),
      };
    },
  };
}

const PATH = '/body/file/parts/groups';
const keyOf = ({ name }: { name: string }): string => normalName(name);

async function planRemovals(
  { ctx, editor: { by } }: World,
  plan: Plan,
  stored: ReadonlyMap<string, StoredGroup>,
  wanted: readonly GroupInFile[],
): Promise<void> {
  const kept = new Set(wanted.map(keyOf));
  const leaving = [...stored].flatMap(([key, group]) => (kept.has(key) ? [] : [group]));
  if (leaving.length === 0) return;
  const uses = Map.groupBy(await usesOf(ctx, null), ({ groupId }) => groupId);
  const dependents = await dependentsOf(
    ctx,
    leaving.map(({ id }) => id),
  );
  for (const group of leaving) {
    const { id, name, editVersion } = group;
    const own = uses.get(id) ?? [];
    if (own.length > 0) {
      const told = new Set(own.map((use) => `${use.kind}: ${use.name}`));
      const message = `It stays, because it is in use (${[...told].slice(0, MAX_TOLD).join(', ')}).`;
      plan.problems.push({ name, message });
      continue;
    }
    const { name: _, ...rest } = toFile(group);
    const fields: { name: string; before: unknown }[] = Object.entries(rest).map(([field, before]) => ({
      name: field,
      before,
    }));
    for (const [field, before] of Object.entries(dependents.get(id) ?? {}))
      fields.push({ name: field, before });
    plan.changes.push({ kind: 'removed', name, fields });
    plan.removals.push((tx) => deleteGroupIn(ctx, tx, { id, ifMatch: [String(editVersion)] }, by));
  }
}

const DEPENDENT: Record<GroupDependent['kind'], string> = {
  window: 'maintenance windows that go with it',
  freeze: 'freezes that go with it',
  health_check: 'health checks that go with it',
  notification_rule: 'rules of notifications that lose it',
};

/** Names of what is deleted or reduced with each group, by group id and kind. */
async function dependentsOf(
  ctx: Context,
  groupIds: readonly string[],
): Promise<ReadonlyMap<string, Record<string, string[]>>> {
  const answers = await ctx.hooks.ask('hosts.groupDependents', { groupIds });
  const found = new Map<string, Record<string, string[]>>();
  for (const { groupId, kind, name } of answers.flatMap(({ answer }) => answer.dependents)) {
    const own = found.get(groupId) ?? {};
    found.set(groupId, own);
    (own[DEPENDENT[kind]] ??= []).push(name);
  }
  for (const own of found.values()) for (const names of Object.values(own)) names.sort();
  return found;
}

function planAddition(world: World, plan: Plan, group: GroupInFile): void {
  const { name, description, hosts = [] } = group;
  const rule = group.rule ?? null;
  const known = knownOf(world, plan, name, hosts);
  plan.changes.push({
    kind: 'added',
    name,
    fields: [
      ...(description === null ? [] : [{ name: 'description', after: description }]),
      rule === null ? { name: 'hosts', after: [...known.values()] } : { name: 'rule', after: rule },
    ],
  });
  const draft = { name, description, rule, hostIds: [...known.keys()] };
  plan.steps.push((tx) => createGroupIn(world.ctx, tx, draft, world.editor));
}

function planChange(world: World, plan: Plan, before: StoredGroup, group: GroupInFile): void {
  const { name, description } = group;
  const rule = group.rule ?? null;
  if ((rule === null) !== (before.rule === null)) {
    const [here, there] = rule === null ? ['a rule', 'a list'] : ['a list', 'a rule'];
    const message = `It has ${here} here and ${there} in the file, and neither becomes the other. Delete or rename it first.`;
    plan.problems.push({ name, message });
    return;
  }
  const was = { name: before.name, description: before.description, rule: before.rule };
  const is = { name, description, rule };
  const fields: { name: string; before?: unknown; after?: unknown }[] = (
    ['name', 'description', 'rule'] as const
  )
    .filter((field) => !isDeepStrictEqual(was[field], is[field]))
    .map((field) => ({ name: field, before: was[field], after: is[field] }));
  const steps: ((version: number) => Step)[] = [];
  const { ctx, editor } = world;
  const { id } = before;
  if (fields.length > 0) {
    const change = { name, description, rule: rule ?? undefined };
    steps.push(
      (version) => (tx) => updateGroupIn(ctx, tx, { id, change, ifMatch: [String(version)] }, editor.by),
    );
  }
  const { added, removed } = membersOf(world, plan, before, group);
  if (added.size > 0) {
    fields.push({ name: 'hosts added', after: [...added.values()] });
    const hostIds = [...added.keys()];
    steps.push(
      (version) => (tx) => addGroupHostsIn(ctx, tx, { id, hostIds, ifMatch: [String(version)] }, editor),
    );
  }
  if (removed.size > 0) {
    fields.push({ name: 'hosts removed', before: [...removed.values()] });
    const hostIds = [...removed.keys()];
    steps.push(
      (version) => (tx) => removeGroupHostsIn(ctx, tx, { id, hostIds, ifMatch: [String(version)] }, editor),
    );
  }
  if (fields.length === 0) plan.unchanged += 1;
  else plan.changes.push({ kind: 'changed', name: before.name, fields });
  // Each step raises the version by one, in one transaction.
  plan.steps.push(...steps.map((step, index) => step(before.editVersion + index)));
}

/** Names of added and removed hosts, by id. Hosts that the file lacks are removed only with `makeEqual`. */
function membersOf(world: World, plan: Plan, before: StoredGroup, { name, hosts = [] }: GroupInFile) {
  const wanted = knownOf(world, plan, name, before.rule === null ? hosts : []);
  const added = new Map([...wanted].filter(([id]) => !before.hosts.has(id)));
  const leaving = world.makeEqual && before.rule === null ? [...before.hosts] : [];
  const removed = new Map(leaving.filter(([id]) => !wanted.has(id)).map(([id, { fqdn }]) => [id, fqdn]));
  return { added, removed };
}

function knownOf(
  { find }: World,
  plan: Plan,
  name: string,
  hosts: NonNullable<GroupInFile['hosts']>,
): Map<string, string> {
  const known = new Map<string, string>();
  const unknown: string[] = [];
  for (const host of hosts) {
    const id = find(host);
    if (id === null) unknown.push(host.fqdn);
    else known.set(id, host.fqdn);
  }
  if (unknown.length > 0) plan.problems.push({ name, message: leftOut(unknown) });
  return known;
}

function leftOut(names: readonly string[]): string {
  const more = names.length - MAX_TOLD;
  const told = names.slice(0, MAX_TOLD).join(', ') + (more > 0 ? ` and ${more} more` : '');
  return names.length === 1
    ? `The host ${told} does not exist here, and is not added to the group.`
    : `${names.length} hosts do not exist here, and are not added to the group: ${told}.`;
}

/** The most names in one sentence. */
const MAX_TOLD = 20;

/** Errors that mean that something has changed since the plan was made. */
const MOVED = [
  'GROUP_NOT_FOUND',
  'GROUP_IN_USE',
  'GROUP_RULE_BASED',
  'GROUP_LIMIT_REACHED',
  'HOST_NOT_FOUND',
];

const applied = (tx: Tx, steps: readonly Step[]): Promise<void> =>
  movedIn(MOVED, async () => {
    for (const step of steps) await step(tx);
  });
