import { AppError, type Context, Editable, type idempotent, type Tx } from '#sdk';
import type { ActedBy } from '#sdk/hosts.ts';
import type { JobOperation } from '#sdk/patching.ts';
import type { RuleMatch, RuleQuestion } from '../api.ts';
import { RuleChangeModel, RuleModel, type RuleDraft, type RuleOperation } from '../models.ts';

const MOST_RULES = 100;
const OPERATIONS: readonly JobOperation[] = [
  ...(['patch', 'install', 'update', 'remove', 'hold', 'unhold', 'reboot'] satisfies RuleOperation[]),
  'agent_update',
  'connection',
];

export const ruleEdits = new Editable(RuleModel, {
  kind: 'approval_rule',
  full: 'APPROVAL_RULE_LIMIT_REACHED',
  fields: ['name', 'operations', 'groupIds', 'enabled'],
  notFound: (id) => new AppError('APPROVAL_RULE_NOT_FOUND', { details: { rule_id: id } }),
});

/** Refreshes change nothing, and a rollback brings back what was there: neither needs a second person. */
export const isRuled = (operation: JobOperation): boolean => OPERATIONS.includes(operation);

/** A rule, and the change of it that waits. */
export interface RuleRead {
  rule: RuleModel;
  change: RuleChangeModel | null;
}

/** All rules. */
export async function listRules({ db }: Pick<Context, 'db'>): Promise<RuleRead[]> {
  const rules = await RuleModel.query(db.reader);
  const changes = await RuleChangeModel.query(db.reader);
  const byRule = new Map(changes.map((change) => [change.ruleId, change]));
  return rules.map((rule) => ({ rule, change: byRule.get(rule.id) ?? null }));
}

/** Throws APPROVAL_RULE_NOT_FOUND. */
export async function readRule({ db }: Pick<Context, 'db'>, id: string): Promise<RuleRead> {
  const rule = await ruleEdits.read(db.reader, id);
  const change = await RuleChangeModel.query(db.reader).findOne({ rule_id: id });
  return { rule, change: change ?? null };
}

/**
 * Which enabled rules ask for a second person, and for which of these hosts; by what the job does, so a rule for
 * restarts also holds for a job that may restart its hosts. Read anew at each question.
 */
export async function rulesFor(
  ctx: Pick<Context, 'db' | 'core'>,
  { operation, reboot, hostIds }: RuleQuestion,
): Promise<RuleMatch[]> {
  if (!isRuled(operation) || hostIds.length === 0) return [];
  const rules = (await RuleModel.query(ctx.db.reader).where('enabled', 1).orderBy(['name', 'id'])).filter(
    (rule) => rulesOperation(rule, { operation, reboot }),
  );
  const isOfGroups = rules.some(({ groupIds }) => groupIds.length > 0);
  const { hosts } = ctx.core;
  const groups = isOfGroups ? await hosts.groupIdsOf(hostIds) : NO_GROUPS;
  const entering = isOfGroups ? await hosts.enteringGroupIdsOf(hostIds) : NO_GROUPS;
  return rules
    .map(({ id, name, groupIds }) => ({
      id,
      name,
      hostIds: hostIds.filter((hostId) =>
        concerns(groupIds, [...(groups.get(hostId) ?? []), ...(entering.get(hostId) ?? [])]),
      ),
    }))
    .filter((match) => match.hostIds.length > 0);
}

/** Whether a rule is about what a job does, on whatever hosts. */
export const rulesOperation = (
  { operations }: Pick<RuleDraft, 'operations'>,
  { operation, reboot }: Pick<RuleQuestion, 'operation' | 'reboot'>,
): boolean =>
  isRuled(operation) &&
  (operations.length === 0 ||
    operations.some((one) => one === operation || (one === 'reboot' && reboot !== 'never')));

const NO_GROUPS: ReadonlyMap<string, readonly string[]> = new Map();

const concerns = (ruled: readonly string[], held: readonly string[]): boolean =>
  ruled.length === 0 || held.some((id) => ruled.includes(id));

/**
 * Adds a rule, which holds at once: it only tightens. Throws NO_SECOND_PERSON, GROUP_NOT_FOUND,
 * APPROVAL_RULE_LIMIT_REACHED.
 */
export async function createRule(
  ctx: Context,
  { call, draft }: { call: idempotent.Call; draft: RuleDraft },
  by: ActedBy,
): Promise<RuleModel> {
  await requireSecondPerson(ctx, draft);
  const make = async (tx: Tx): Promise<RuleModel> => {
    await ruleEdits.refuseFull(tx, MOST_RULES);
    await lockGroups(ctx, tx, draft);
    return ruleEdits.insert(ctx, tx, draft, { by });
  };
  return ctx.tx((tx) => ruleEdits.once(ctx, tx, call, () => make(tx)), { name: 'approvals.createRule' });
}

/** Whoever holds both sees all hosts: two of them can satisfy any rule, and change it again; with one alone nobody can. */
const SECOND_PERSON = ['approvals:manage', 'approvals:decide'];

/**
 * Throws NO_SECOND_PERSON. A rule that is not enabled asks for nobody.
 */
export async function requireSecondPerson(
  { core }: Pick<Context, 'core'>,
  { enabled }: Pick<RuleDraft, 'enabled'>,
): Promise<void> {
  if (!enabled) return;
  const { accounts } = core.identity;
  let count = 0;
  for (const role of await core.identity.roles.holding(SECOND_PERSON)) {
    let cursor: string | undefined;
    do {
      const page = await accounts.page({ role, sort: 'username', limit: 500, cursor });
      count += page.accounts.filter(({ disabled }) => !disabled).length;
      cursor = page.nextCursor ?? undefined;
    } while (count < 2 && cursor !== undefined);
  }
  if (count < 2) throw new AppError('NO_SECOND_PERSON', { details: { administrators: count } });
}

/** Locks the groups, so that none is deleted meanwhile. Throws GROUP_NOT_FOUND. */
export async function lockGroups(
  { core }: Pick<Context, 'core'>,
  tx: Tx,
  { groupIds }: Pick<RuleDraft, 'groupIds'>,
): Promise<void> {
  for (const groupId of [...groupIds].sort())
    if (!(await core.hosts.getGroupIn(tx, groupId)))
      throw new AppError('GROUP_NOT_FOUND', { details: { group_id: groupId } });
}

/** Throws GROUP_IN_USE while a rule, or a change that waits, names the group. The group's row is locked. */
export async function keepGroup(tx: Tx, groupId: string): Promise<void> {
  const rules = await RuleModel.query(tx.knex).forUpdate();
  const changes = await RuleChangeModel.query(tx.knex).forUpdate();
  const used = [...rules, ...changes.map(({ draft }) => draft)].some(({ groupIds }) =>
    groupIds.includes(groupId),
  );
  if (used) throw new AppError('GROUP_IN_USE');
}

/** The rules that name this group (null: any group), or will once a change of them is confirmed. */
export async function groupUses({ db }: Pick<Context, 'db'>, groupId: string | null) {
  const rules = await RuleModel.query(db.reader).orderBy(['name', 'id']);
  const changes = await RuleChangeModel.query(db.reader);
  const proposed = new Map(changes.map(({ ruleId, draft }) => [ruleId, draft.groupIds]));
  const uses = rules.flatMap(({ id, name, groupIds }) =>
    [...new Set([...groupIds, ...(proposed.get(id) ?? [])])].map((ruled) => ({
      groupId: ruled,
      kind: 'approval' as const,
      id,
      name,
    })),
  );
  return groupId === null ? uses : uses.filter((use) => use.groupId === groupId);
}
