import { type Actor, AppError, type Context, etags, newId, type Tx } from '#sdk';
import type { ActedBy } from '#sdk/hosts.ts';
import { RuleChangeModel, type RuleDraft, type RuleModel } from '../models.ts';
import { onePersonWith } from './independence.ts';
import { lockGroups, requireSecondPerson, ruleEdits, type RuleRead } from './rules.ts';

/** What somebody wants to change in a rule; `change` null: delete it. */
export interface Proposal {
  id: string;
  ifMatch: etags.IfMatch;
  change: Partial<RuleDraft> | null;
}

/**
 * Writes down a change that a second administrator must confirm; until then the rule stays as it was. Throws
 * APPROVAL_RULE_NOT_FOUND, RULE_CHANGE_PENDING, PRECONDITION_FAILED, GROUP_NOT_FOUND, NAME_TAKEN,
 * NO_SECOND_PERSON.
 */
export async function proposeChange(
  ctx: Context,
  { id, ifMatch, change }: Proposal,
  by: ActedBy,
): Promise<RuleRead> {
  await requireSecondPerson(ctx, { enabled: change?.enabled ?? false });
  return ctx.tx(
    async (tx) => {
      const rule = await ruleEdits.locked(tx, id, ifMatch);
      const earlier = await RuleChangeModel.query(tx.knex).findOne({ rule_id: id });
      if (change && etags.changesNothing(rule, change)) return { rule, change: earlier ?? null };
      if (earlier)
        throw new AppError('RULE_CHANGE_PENDING', { details: { proposed_by: earlier.proposedByName } });
      const draft = { ...ruleEdits.draftOf(rule), ...change };
      if (change) await lockGroups(ctx, tx, draft);
      if (change) await ruleEdits.refuseTaken(tx, { ...rule, ...draft });
      const made = await RuleChangeModel.query(tx.knex).insertAndFetch({
        id: newId(),
        ruleId: id,
        kind: change ? 'update' : 'delete',
        draft,
        proposedById: by.actor.id,
        proposedByName: by.actor.name,
        proposedAt: ctx.clock.now(),
      });
      ctx.audit.record(tx, {
        ...by,
        action: 'approval_rule.change_proposed',
        resource: ruleEdits.resourceOf(rule),
        before: ruleEdits.forAudit(rule),
        after: change ? draft : { deleted: true },
      });
      return { rule, change: made };
    },
    { name: 'approvals.proposeChange' },
  );
}

/** A change as somebody has seen it. */
export interface ChangeRef {
  ruleId: string;
  changeId: string;
}

/**
 * Puts the change into effect; returns null when the rule is deleted. Throws APPROVAL_RULE_NOT_FOUND,
 * RULE_CHANGE_NOT_FOUND, APPROVER_NOT_ALLOWED (for whoever proposed it), NO_SECOND_PERSON, NAME_TAKEN.
 */
export async function confirmChange(
  ctx: Context,
  { ruleId, changeId }: ChangeRef,
  by: ActedBy,
): Promise<RuleModel | null> {
  const seen = await RuleChangeModel.query(ctx.db.reader).findById(changeId);
  await requireSecondPerson(ctx, { enabled: seen?.kind === 'update' && seen.draft.enabled });
  if (seen) await requireIndependent(ctx, seen, by.actor);
  return ctx.tx(
    async (tx) => {
      const { rule, change } = await lockedChange(tx, { ruleId, changeId });
      requireSecond(change, by.actor);
      return applyChange(ctx, tx, { rule, change, by });
    },
    { name: 'approvals.confirmChange' },
  );
}

/** Applies a change, in a transaction that has locked rule and change. Returns null when the rule is deleted. */
export async function applyChange(
  ctx: Pick<Context, 'audit' | 'clock' | 'core'>,
  tx: Tx,
  { rule, change, by, reason }: RuleAndChange & { by: AnyActedBy; reason?: string },
): Promise<RuleModel | null> {
  await RuleChangeModel.query(tx.knex).deleteById(change.id);
  const proposed = { proposed_by: change.proposedByName, ...(reason === undefined ? {} : { reason }) };
  if (change.kind === 'delete') {
    await ruleEdits.delete(ctx, tx, [rule], { by, also: proposed });
    return null;
  }
  // Groups that a change names cannot be deleted while it waits.
  const changed = await ruleEdits.patch(ctx, tx, { before: rule, set: change.draft });
  ruleEdits.record(ctx, tx, 'updated', { of: rule, by, before: rule, after: changed, also: proposed });
  return changed;
}

/**
 * Rejects a change, or withdraws it if the caller proposed it. Throws APPROVAL_RULE_NOT_FOUND, RULE_CHANGE_NOT_FOUND.
 */
export async function rejectChange(ctx: Context, ref: ChangeRef, by: ActedBy): Promise<RuleModel> {
  return ctx.tx(
    async (tx) => {
      const { rule, change } = await lockedChange(tx, ref);
      await RuleChangeModel.query(tx.knex).deleteById(change.id);
      const isOwn = change.proposedById === by.actor.id;
      ctx.audit.record(tx, {
        ...by,
        action: isOwn ? 'approval_rule.change_withdrawn' : 'approval_rule.change_rejected',
        resource: ruleEdits.resourceOf(rule),
        before: change.kind === 'delete' ? { deleted: true } : change.draft,
        after: { proposed_by: change.proposedByName },
      });
      return rule;
    },
    { name: 'approvals.rejectChange' },
  );
}

/** Those of the changes, by id, that an actor may confirm: a second administrator who is a second person too. */
export async function confirmable(
  ctx: Context,
  reads: readonly RuleRead[],
  actor: Actor,
): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (const { change } of reads)
    if (change && maySecond(change, actor) && (await isIndependent(ctx, change, actor))) found.add(change.id);
  return found;
}

/** Whether an actor is a second administrator for the change. */
const maySecond = ({ proposedById }: RuleChangeModel, { kind, id, permissions }: Actor): boolean =>
  kind === 'user' && permissions.includes('approvals:manage') && id !== proposedById;

function requireSecond(change: RuleChangeModel, actor: Actor): void {
  if (maySecond(change, actor)) return;
  throw new AppError('APPROVER_NOT_ALLOWED', {
    message: 'You proposed this change; another administrator has to confirm it.',
  });
}

async function requireIndependent(ctx: Context, change: RuleChangeModel, actor: Actor): Promise<void> {
  if (await isIndependent(ctx, change, actor)) return;
  throw new AppError('APPROVER_NOT_ALLOWED', {
    message:
      'Your account is not independent of the one that proposed this change: one of you, or the same third person, created the other account or reset its credentials shortly before. Another administrator has to confirm it.',
    details: { reason: 'MADE_BY_AUTHOR' },
  });
}

async function isIndependent(
  ctx: Context,
  { proposedById, proposedAt }: RuleChangeModel,
  { id }: Actor,
): Promise<boolean> {
  if (id === null || proposedById === null || id === proposedById) return true;
  const asked = { accountId: id, authorIds: [proposedById], askedAt: proposedAt };
  return (await onePersonWith(ctx, asked)).size === 0;
}

type AnyActedBy = { actor: Actor; address: string | null };

interface RuleAndChange {
  rule: RuleModel;
  change: RuleChangeModel;
}

export async function lockedChange(tx: Tx, { ruleId, changeId }: ChangeRef): Promise<RuleAndChange> {
  const rule = await ruleEdits.locked(tx, ruleId, null);
  const change = await RuleChangeModel.query(tx.knex).findById(changeId).forUpdate();
  if (change?.ruleId !== ruleId) throw new AppError('RULE_CHANGE_NOT_FOUND');
  return { rule, change };
}
