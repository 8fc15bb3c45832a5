import { AppError, type Context, Editable, etags, type idempotent, type Tx } from '#sdk';
import type { ActedBy } from '#sdk/hosts.ts';
import type { Fact } from '../domain/contents.ts';
import { RuleModel, WebhookModel } from '../models.ts';

const MOST_RULES = 100;

const edits = new Editable(RuleModel, {
  kind: 'notification_rule',
  full: 'NOTIFICATION_LIMIT_REACHED',
  fields: ['name', 'enabled', 'facts', 'groupIds', 'recipients', 'webhookIds'],
  notFound: (id) => new AppError('NOTIFICATION_RULE_NOT_FOUND', { details: { rule_id: id } }),
});

export interface RuleDraft {
  name: string;
  enabled: boolean;
  facts: Fact[];
  /** Empty: all hosts. */
  groupIds: string[];
  recipients: string[];
  webhookIds: string[];
}

export const listRules = ({ db }: Context): Promise<RuleModel[]> => RuleModel.query(db.reader).execute();

/** Throws NOTIFICATION_RULE_NOT_FOUND. */
export const readRule = ({ db }: Context, id: string): Promise<RuleModel> => edits.read(db.reader, id);

/** Throws NOTIFICATION_RULE_INVALID, GROUP_NOT_FOUND, WEBHOOK_NOT_FOUND, NOTIFICATION_LIMIT_REACHED. */
export async function createRule(
  ctx: Context,
  { call, draft }: { call: idempotent.Call; draft: RuleDraft },
  by: ActedBy,
): Promise<RuleModel> {
  return ctx.tx((tx) => edits.once(ctx, tx, call, () => createRuleIn(ctx, tx, draft, by)), {
    name: 'notifications.createRule',
  });
}

/** Throws as createRule. */
export async function createRuleIn(ctx: Context, tx: Tx, draft: RuleDraft, by: ActedBy): Promise<RuleModel> {
  await requireWhole(ctx, tx, draft);
  await edits.refuseFull(tx, MOST_RULES);
  return edits.insert(ctx, tx, draft, { by });
}

export interface RuleEdit {
  id: string;
  ifMatch: etags.IfMatch;
}

/** Throws as createRule, and NOTIFICATION_RULE_NOT_FOUND, PRECONDITION_FAILED. */
export const updateRule = (
  ctx: Context,
  edit: RuleEdit & { change: Partial<RuleDraft> },
  by: ActedBy,
): Promise<RuleModel> =>
  ctx.tx((tx) => updateRuleIn(ctx, tx, edit, by), { name: 'notifications.updateRule' });

/** Throws as updateRule. */
export async function updateRuleIn(
  ctx: Context,
  tx: Tx,
  { id, ifMatch, change }: RuleEdit & { change: Partial<RuleDraft> },
  by: ActedBy,
): Promise<RuleModel> {
  const before = await edits.locked(tx, id, ifMatch);
  const set = { ...edits.draftOf(before), ...change };
  await requireWhole(ctx, tx, set);
  return etags.changesNothing(before, set) ? before : edits.update(ctx, tx, { before, set }, { by });
}

/** Throws NOTIFICATION_RULE_NOT_FOUND, PRECONDITION_FAILED. */
export const deleteRule = (ctx: Context, edit: RuleEdit, by: ActedBy): Promise<void> =>
  ctx.tx((tx) => deleteRuleIn(ctx, tx, edit, by), { name: 'notifications.deleteRule' });

/** Throws as deleteRule. */
export async function deleteRuleIn(
  ctx: Context,
  tx: Tx,
  { id, ifMatch }: RuleEdit,
  by: ActedBy,
): Promise<void> {
  await edits.delete(ctx, tx, [await edits.locked(tx, id, ifMatch)], { by });
}

/**
 * In the transaction that deletes a group: takes it out of the rules. A rule that loses its last group is switched off,
 * for it would tell of all hosts.
 */
export async function forgetGroup(ctx: Context, tx: Tx, groupId: string, by: ActedBy): Promise<void> {
  const rules = await RuleModel.query(tx.knex).forUpdate();
  for (const before of rules.filter(({ groupIds }) => groupIds.includes(groupId))) {
    const groupIds = before.groupIds.filter((id) => id !== groupId);
    const set = { groupIds, enabled: before.enabled && groupIds.length > 0 };
    await edits.update(ctx, tx, { before, set }, { by });
  }
}

async function requireWhole({ core }: Context, tx: Tx, draft: RuleDraft): Promise<void> {
  const { groupIds, recipients, webhookIds } = draft;
  if (recipients.length + webhookIds.length === 0) throw new AppError('NOTIFICATION_RULE_INVALID');
  for (const id of groupIds)
    if (!(await core.hosts.getGroupIn(tx, id)))
      throw new AppError('GROUP_NOT_FOUND', { details: { group_id: id } });
  const found = await WebhookModel.query(tx.knex).findByIds(webhookIds).forUpdate();
  const missing = webhookIds.find((id) => !found.some((webhook) => webhook.id === id));
  if (missing !== undefined) throw new AppError('WEBHOOK_NOT_FOUND', { details: { webhook_id: missing } });
}
