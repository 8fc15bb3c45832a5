import {
  AppError,
  changesNothing,
  newId,
  requireMatch,
  type ActedBy,
  type Context,
  type IdempotentCall,
  type IfMatch,
  type Tx,
} from '../../../server/plugin.ts';
import type { Fact } from '../domain/contents.ts';
import { RuleModel, WebhookModel } from '../models.ts';

const MOST_RULES = 100;

export interface RuleDraft {
  name: string;
  enabled: boolean;
  facts: Fact[];
  /** Empty: all hosts. */
  groupIds: string[];
  recipients: string[];
  webhookIds: string[];
}

export const listRules = ({ db }: Context): Promise<RuleModel[]> =>
  RuleModel.query(db.reader).orderBy(['name', 'id']).execute();

/** Throws RULE_INVALID, GROUP_NOT_FOUND, WEBHOOK_NOT_FOUND, NOTIFICATION_LIMIT_REACHED. */
export async function createRule(
  ctx: Context,
  { call, draft }: { call: IdempotentCall; draft: RuleDraft },
  by: ActedBy,
): Promise<RuleModel> {
  return ctx.tx(
    (tx) =>
      ctx.idempotency.onceRow(tx, call, {
        make: () => createRuleIn(ctx, tx, draft, by),
        find: (id) => locked(tx, id, null),
      }),
    { name: 'notifications.createRule' },
  );
}

/** Throws as createRule. */
export async function createRuleIn(ctx: Context, tx: Tx, draft: RuleDraft, by: ActedBy): Promise<RuleModel> {
  await requireWhole(ctx, tx, draft);
  if ((await RuleModel.query(tx.knex).resultSize()) >= MOST_RULES)
    throw new AppError('NOTIFICATION_LIMIT_REACHED', { details: { max: MOST_RULES } });
  const now = ctx.clock.now();
  const row = { id: newId(), ...draft, editVersion: 1, createdAt: now, updatedAt: now };
  const rule = await RuleModel.query(tx.knex).insertAndFetch(row);
  const resource = { kind: 'notification_rule', id: rule.id, name: rule.name } as const;
  ctx.audit.record(tx, { ...by, action: 'notification_rule.created', resource, after: forAudit(rule) });
  return rule;
}

export interface RuleEdit {
  id: string;
  ifMatch: IfMatch;
}

/** Throws as createRule, and RULE_NOT_FOUND, PRECONDITION_FAILED. */
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
  const before = await locked(tx, id, ifMatch);
  const after = { ...draftOf(before), ...change };
  await requireWhole(ctx, tx, after);
  return writeRule(ctx, tx, { before, after, by });
}

/** Throws RULE_NOT_FOUND, PRECONDITION_FAILED. */
export const deleteRule = (ctx: Context, edit: RuleEdit, by: ActedBy): Promise<void> =>
  ctx.tx((tx) => deleteRuleIn(ctx, tx, edit, by), { name: 'notifications.deleteRule' });

/** Throws as deleteRule. */
export async function deleteRuleIn(
  ctx: Context,
  tx: Tx,
  { id, ifMatch }: RuleEdit,
  by: ActedBy,
): Promise<void> {
  const before = await locked(tx, id, ifMatch);
  await RuleModel.query(tx.knex).deleteById(id);
  const resource = { kind: 'notification_rule', id, name: before.name } as const;
  ctx.audit.record(tx, { ...by, action: 'notification_rule.deleted', resource, before: forAudit(before) });
}

/**
 * In the transaction that deletes a group: takes it out of the rules. A rule that loses its last group is switched off,
 * for it would tell of all hosts.
 */
export async function forgetGroup(ctx: Context, tx: Tx, groupId: string, by: ActedBy): Promise<void> {
  const rules = await RuleModel.query(tx.knex).forUpdate();
  for (const before of rules.filter(({ groupIds }) => groupIds.includes(groupId))) {
    const groupIds = before.groupIds.filter((id) => id !== groupId);
    const after = { ...draftOf(before), groupIds, enabled: before.enabled && groupIds.length > 0 };
    await writeRule(ctx, tx, { before, after, by });
  }
}

async function writeRule(
  ctx: Context,
  tx: Tx,
  { before, after, by }: { before: RuleModel; after: RuleDraft; by: ActedBy },
): Promise<RuleModel> {
  if (changesNothing(before, after)) return before;
  const { id, editVersion } = before;
  const rule = await RuleModel.query(tx.knex).patchAndFetchById(id, {
    ...{ ...after, editVersion: editVersion + 1, updatedAt: ctx.clock.now() },
  });
  const resource = { kind: 'notification_rule', id, name: after.name } as const;
  const change = { before: forAudit(before), after: forAudit(rule) };
  ctx.audit.record(tx, { ...by, action: 'notification_rule.updated', resource, ...change });
  return rule;
}

async function locked(tx: Tx, id: string, ifMatch: IfMatch): Promise<RuleModel> {
  const rule = await RuleModel.query(tx.knex).findById(id).forUpdate();
  if (!rule) throw new AppError('RULE_NOT_FOUND', { details: { rule_id: id } });
  requireMatch(ifMatch, rule.editVersion);
  return rule;
}

async function requireWhole({ core }: Context, tx: Tx, draft: RuleDraft): Promise<void> {
  const { groupIds, recipients, webhookIds } = draft;
  if (recipients.length + webhookIds.length === 0) throw new AppError('RULE_INVALID');
  for (const id of groupIds)
    if (!(await core.hosts.getGroupIn(tx, id)))
      throw new AppError('GROUP_NOT_FOUND', { details: { group_id: id } });
  const found = await WebhookModel.query(tx.knex).findByIds(webhookIds).forUpdate();
  const missing = webhookIds.find((id) => !found.some((webhook) => webhook.id === id));
  if (missing !== undefined) throw new AppError('WEBHOOK_NOT_FOUND', { details: { webhook_id: missing } });
}

const draftOf = ({ name, enabled, facts, groupIds, recipients, webhookIds }: RuleModel): RuleDraft => ({
  ...{ name, enabled, facts, groupIds, recipients, webhookIds },
});

const forAudit = ({ name, enabled, facts, groupIds, recipients, webhookIds }: RuleModel) => ({
  ...{ name, enabled, facts, group_ids: groupIds, recipients, webhook_ids: webhookIds },
});
