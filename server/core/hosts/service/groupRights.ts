import { AppError } from '#server/shared/wire/appError.ts';
import type { Context } from '#server/kernel/boot/feature.ts';
import type { Actor } from '#server/kernel/security/actor.ts';
import type { HostScope } from '#server/kernel/security/hostScope.ts';
import { fitsRule, type RuledHost } from '../groupRules.ts';
import { GroupModel } from '../models.ts';
import type { ActedBy, GroupUse } from '../api.ts';
import { visibleGroups } from './groupHosts.ts';
import { groupNotFound } from './groups.ts';

/** The person who edits, and the hosts that this person may see. */
export interface Editor {
  by: ActedBy;
  scope: HostScope;
}

/** Throws FORBIDDEN when the change of a host's tags is not the editor's to make. */
export type MoveGuard = (before: RuledHost, after: RuledHost) => void;

/**
 * Refuses new tags that would move a host into or out of a group that limits what one person may do alone or has a freeze
 * (for all but administrators), or that limits what a person sees (for an editor who is limited to some hosts).
 */
export async function moveGuard(ctx: Context, { by, scope }: Editor): Promise<MoveGuard> {
  if (mayConfirm(by.actor)) return () => undefined;
  const limits = scope === 'all' ? isApproval : isLimit;
  const ids = await limitingGroups(ctx, limits);
  const groups = ids.length === 0 ? [] : await GroupModel.query(ctx.db.reader).whereIn('id', ids);
  return (before, after) => {
    const moving = groups.find(({ rule }) => rule && fitsRule(rule, before) !== fitsRule(rule, after));
    if (moving)
      throw new AppError('FORBIDDEN', {
        message:
          'These tags would move the host into or out of a group that is used by a scope, an approval rule or a freeze.',
      });
  };
}

/** Whoever confirms what hosts say of themselves to such groups may change them too. */
export const mayConfirm = ({ permissions }: Actor): boolean => permissions.includes('groups:confirm');

/** Throws FORBIDDEN for an editor who is limited to some hosts, because the change would affect other hosts too. */
export function refuseLimited(scope: HostScope): void {
  if (scope === 'all') return;
  throw new AppError('FORBIDDEN', { message: 'Only a person who sees all hosts may do this.' });
}

/** Throws GROUP_NOT_FOUND if the editor cannot see the group, FORBIDDEN if only administrators may change it. */
export async function refuseEdit(ctx: Context, id: string, { by, scope }: Editor): Promise<void> {
  if (!(await visibleGroups(ctx.db.reader, [id], scope)).has(id)) throw groupNotFound(id);
  if (mayConfirm(by.actor)) return;
  if (!(await usesOf(ctx, id)).some(isLimit) && !(await frozenGroups(ctx)).includes(id)) return;
  throw new AppError('FORBIDDEN', {
    message:
      'This group is used by a scope, an approval rule or a freeze, so only administrators may change it.',
  });
}

/** The ids of the groups that limit: with a freeze, or named by an approval rule or a scope. */
export async function limitingGroups(ctx: Context, limits = isLimit): Promise<string[]> {
  const used = (await usesOf(ctx, null)).filter(limits).map(({ groupId }) => groupId);
  return [...new Set([...used, ...(await frozenGroups(ctx))])];
}

async function frozenGroups(ctx: Context): Promise<string[]> {
  const answers = await ctx.hooks.ask('hosts.frozenGroups', {});
  return answers.flatMap(({ answer }) => answer.groupIds);
}

/** What depends on the group; null: on any group. */
export async function usesOf(ctx: Context, groupId: string | null): Promise<GroupUse[]> {
  const answers = await ctx.hooks.ask('hosts.groupUses', { groupId });
  return answers.flatMap(({ answer }) => answer.uses);
}

const isApproval = ({ kind }: GroupUse): boolean => kind === 'approval';
const isLimit = (use: GroupUse): boolean => use.kind === 'scope' || isApproval(use);
