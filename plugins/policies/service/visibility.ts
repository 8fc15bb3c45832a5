import { type Actor, AppError, type Context, type HostScope, scopeWithin, wire } from '#sdk';
import type { JobTarget } from '#sdk/patching.ts';
import { PolicyModel } from '../models.ts';
import { policyEdits } from './rows.ts';
import { hostIdsOf } from './targets.ts';

/** Who asks, and which hosts that person may see. */
export interface Viewer {
  actor: Actor;
  scope: HostScope;
}

/** The account of a person, or of the owner of a token. */
export const accountOf = ({ ownerId, id }: Actor): string | null => ownerId ?? id;

const isHis = ({ createdById, editedById }: PolicyModel, { actor }: Viewer): boolean => {
  const account = accountOf(actor);
  return account !== null && (createdById === account || editedById === account);
};

/**
 * Whether a viewer sees all hosts that a policy holds (`whole`), some of them (`part`), or may not know of it (`none`).
 * Its maker and its last editor see it in any case.
 */
export async function sightOf(
  ctx: Context,
  policy: PolicyModel,
  viewer: Viewer,
): Promise<'whole' | 'part' | 'none'> {
  if (viewer.scope === 'all') return 'whole';
  const { target, scope } = policy;
  const seen = await hostIdsOf(ctx, target, scopeWithin(scope.hosts, viewer.scope));
  if (seen.length === 0 && !isHis(policy, viewer)) return 'none';
  const held = await hostIdsOf(ctx, target, scope.hosts);
  return held.length === seen.length ? 'whole' : 'part';
}

/** Throws POLICY_NOT_FOUND. */
export const requirePolicy = (ctx: Context, id: string): Promise<PolicyModel> =>
  policyEdits.read(ctx.db.reader, id);

/** Throws POLICY_NOT_FOUND, and POLICY_OUT_OF_SCOPE where the policy holds hosts that the viewer may not see. */
export async function requireWhole(ctx: Context, id: string, viewer: Viewer): Promise<void> {
  const policy = await requirePolicy(ctx, id);
  const sight = await sightOf(ctx, policy, viewer);
  if (sight === 'none') throw policyEdits.notFound(id);
  if (sight === 'part') throw new AppError('POLICY_OUT_OF_SCOPE', { details: { policy_id: id } });
}

/** The ids of the policies that somebody may see; null: all. Each part of the targets is asked about once. */
export async function seenPolicies(ctx: Context, viewer: Viewer): Promise<string[] | null> {
  if (viewer.scope === 'all') return null;
  const policies = await PolicyModel.query(ctx.db.reader).select(
    'id',
    'target',
    'scope',
    'created_by_id',
    'edited_by_id',
  );
  const seen: string[] = [];
  for (const [key, group] of Map.groupBy(policies, ({ scope }) => JSON.stringify(scope.hosts))) {
    const scope = scopeWithin(JSON.parse(key) as HostScope, viewer.scope);
    const holds = await holder(ctx, group, scope);
    for (const policy of group)
      if (isHis(policy, viewer) || (await holds(policy.target))) seen.push(policy.id);
  }
  return seen;
}

/** Returns a function that tells whether a target holds a host of the scope. */
async function holder({ core: { hosts } }: Context, policies: readonly PolicyModel[], scope: HostScope) {
  const all = <T>(of: (target: JobTarget) => readonly T[] | undefined): T[] => [
    ...new Set(policies.flatMap(({ target }) => of(target) ?? [])),
  ];
  const seenHosts = await hosts.visible(
    all((target) => target.host_ids),
    scope,
  );
  const seenGroups = await hosts.visibleGroups(
    all((target) => target.group_ids),
    scope,
  );
  const asked = new Map<string, Promise<boolean>>();
  const once = (key: string, ask: () => Promise<boolean>): Promise<boolean> => {
    const known = asked.get(key) ?? ask();
    asked.set(key, known);
    return known;
  };
  const hasTag = (tag: string): Promise<boolean> =>
    once(`tag ${tag}`, async () => (await hosts.resolveTarget({ tags: [tag] }, scope)).length > 0);
  const hasFiltered = (filter: NonNullable<JobTarget['filter']>): Promise<boolean> =>
    once(`filter ${JSON.stringify(filter)}`, async () => {
      const groupId = filter.group_id;
      if (groupId !== undefined && !(await hosts.visibleGroups([groupId], scope)).has(groupId)) return false;
      return (await hosts.resolveTarget({ filter: wire.fromWire(filter) }, scope)).length > 0;
    });
  return async ({ host_ids, group_ids, tags, filter }: JobTarget): Promise<boolean> => {
    if (host_ids?.some((id) => seenHosts.has(id)) || group_ids?.some((id) => seenGroups.has(id))) return true;
    for (const tag of tags ?? []) if (await hasTag(tag)) return true;
    return filter ? hasFiltered(filter) : false;
  };
}
