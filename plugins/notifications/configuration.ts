import { AppError, configuration, type Context, names as keys, type Tx, validationError } from '#sdk';
import type { ConfigurationNames, GroupDependent } from '#sdk/hosts.ts';
import type { components } from '../../generated/manager.ts';
import { RuleModel, WebhookModel } from './models.ts';
import { createRuleIn, deleteRuleIn, updateRuleIn, type RuleDraft } from './service/rules.ts';
import { createWebhookIn, deleteWebhookIn, updateWebhookIn } from './service/webhooks.ts';

type Content = components['schemas']['ConfigurationNotifications'];
type WebhookInFile = Content['webhooks'][number];
type RuleInFile = Content['rules'][number];

const PATH = '/body/file/parts/notifications';
const MOVED = [
  'WEBHOOK_NOT_FOUND',
  'WEBHOOK_IN_USE',
  'NOTIFICATION_RULE_NOT_FOUND',
  'NOTIFICATION_RULE_INVALID',
  'GROUP_NOT_FOUND',
  'NOTIFICATION_LIMIT_REACHED',
];

interface Stored {
  webhooks: configuration.Listed<WebhookInFile>[];
  rules: configuration.Listed<RuleInFile>[];
  /** Ids of the webhooks that each rule names, by its id. */
  namedBy: ReadonlyMap<string, readonly string[]>;
}

/**
 * Exports and imports webhooks and rules, by name. They are one part, as a webhook can be deleted only when no rule
 * names it.
 */
export function notificationsPart(ctx: Context): configuration.Part {
  return {
    name: 'notifications',
    async export() {
      const stored = await readStored(ctx, await ctx.core.hosts.configurationNames());
      const entries = <Entry>(list: configuration.Listed<Entry>[]): Entry[] => list.map(({ entry }) => entry);
      return { webhooks: entries(stored.webhooks), rules: entries(stored.rules) };
    },
    async plan(content, options) {
      const { webhooks, rules } = content as Content;
      configuration.refuseTwice(`${PATH}/webhooks`, webhooks.map(keyOf));
      configuration.refuseTwice(`${PATH}/rules`, rules.map(keyOf));
      refuseBadOrigins(webhooks);
      const names = await ctx.core.hosts.configurationNames(options.before.get('groups'));
      const stored = await readStored(ctx, names);
      const planned = planRules(ctx, { stored, rules, webhooks, names, options });
      const { plan, staying } = planned;
      const hooks = planWebhooks(ctx, { stored, webhooks, staying, options });
      return {
        changes: [...named(hooks.changes, 'Webhook'), ...named(plan.changes, 'Rule')],
        unchanged: hooks.unchanged + plan.unchanged,
        problems: [...named(hooks.problems, 'Webhook'), ...named(plan.problems, 'Rule')],
        async apply(tx) {
          await hooks.apply(tx);
          await plan.apply(tx);
        },
        async remove(tx) {
          await plan.remove?.(tx);
          await hooks.remove?.(tx);
        },
      };
    },
  };
}

const named = <Told extends { name: string }>(list: readonly Told[], kind: string): Told[] =>
  list.map((told) => ({ ...told, name: `${kind} ${told.name}` }));

async function readStored({ db }: Context, names: ConfigurationNames): Promise<Stored> {
  const hooks = await WebhookModel.query(db.reader).orderBy('id');
  const rules = await RuleModel.query(db.reader).orderBy('id');
  const nameOf = new Map(hooks.map(({ id, name }) => [id, name]));
  const webhookToFile = ({ name, format, url, enabled }: WebhookModel) => ({
    name,
    format,
    origin: new URL(url).origin,
    enabled,
  });
  const ruleToFile = ({ name, enabled, facts, groupIds, recipients, webhookIds }: RuleModel) =>
    tidy({
      name,
      enabled,
      facts,
      recipients,
      groups: groupIds.flatMap((groupId) => names.groupOf(groupId) ?? []),
      webhooks: webhookIds.flatMap((webhookId) => nameOf.get(webhookId) ?? []),
    });
  return {
    webhooks: configuration.listed(hooks, webhookToFile, textOf),
    rules: configuration.listed(rules, ruleToFile, textOf),
    namedBy: new Map(rules.map(({ id, webhookIds }) => [id, webhookIds])),
  };
}

/** The rule with each list sorted: their order means nothing. */
const tidy = ({ name, enabled, facts, groups, recipients, webhooks }: RuleInFile): RuleInFile => ({
  name,
  enabled,
  facts: facts.toSorted(),
  groups: groups.toSorted(),
  recipients: recipients.toSorted(),
  webhooks: webhooks.toSorted(),
});

const textOf = (entry: WebhookInFile | RuleInFile): string => JSON.stringify([entry.name, entry]);
const labelOf = ({ name }: { name: string }): string => name;
const keyOf = ({ name }: { name: string }): string => keys.normal(name);

function refuseBadOrigins(webhooks: readonly WebhookInFile[]): void {
  const issues = webhooks.flatMap(({ origin }, index) => {
    const url = URL.parse(origin);
    const isGood = url && ['https:', 'http:'].includes(url.protocol) && url.origin === origin;
    return isGood
      ? []
      : [{ path: `${PATH}/webhooks/${index}/origin`, message: 'must be as https://chat.example.org' }];
  });
  if (issues.length > 0) throw validationError(issues);
}

interface WebhooksAsked {
  stored: Stored;
  webhooks: readonly WebhookInFile[];
  /** Names of rules that will still name a webhook, by its id. */
  staying: ReadonlyMap<string, string>;
  options: configuration.Import;
}

const BLIND =
  'Enter its address in Notifications, and its secret or key if it has one, and enable it then: a file holds neither secret nor path.';

function planWebhooks(
  ctx: Context,
  { stored, webhooks, staying, options: { by, makeEqual } }: WebhooksAsked,
): configuration.Planned {
  const problems: configuration.Problem[] = [];
  const wanted = webhooks.map((webhook) => {
    const { name, origin, enabled } = webhook;
    const known = stored.webhooks.find(({ entry }) => keyOf(entry) === keyOf(webhook));
    // A file from before there were formats says none, and so leaves it.
    const format = webhook.format ?? known?.entry.format ?? 'fleetmend';
    const same = stored.webhooks.find(
      ({ entry }) => keyOf(entry) === keyOf(webhook) && entry.origin === origin && entry.format === format,
    );
    if (!same) problems.push({ name, message: `Imported as disabled. ${BLIND}` });
    const isOn = same?.entry.enabled ?? false;
    if (same && enabled && !isOn)
      problems.push({
        name,
        message: 'It stays disabled: enable it in Notifications. An import enables none.',
      });
    return { name, format, origin, enabled: enabled && isOn };
  });
  const asked = new Set(webhooks.map(keyOf));
  const inUse = stored.webhooks.filter(({ edit, entry }) => !asked.has(keyOf(entry)) && staying.has(edit.id));
  if (makeEqual)
    for (const { edit, entry } of inUse)
      problems.push({
        name: entry.name,
        message: `It stays, because it is in use (rule ${staying.get(edit.id) ?? ''}).`,
      });
  return configuration.planList<WebhookInFile>({
    stored: stored.webhooks,
    wanted,
    problems,
    makeEqual,
    keyOf,
    labelOf,
    moved: MOVED,
    kept: new Set(inUse.map(({ entry }) => keyOf(entry))),
    add: (tx, { name, format = 'fleetmend', origin }) =>
      createWebhookIn(ctx, tx, { name, format, url: origin, enabled: false, secret: null }, by),
    change: (tx, { edit, entry }, { name, format = 'fleetmend', origin, enabled }) => {
      const isSame = origin === entry.origin && format === entry.format;
      const moved = isSame ? {} : { url: origin, format };
      return updateWebhookIn(ctx, tx, { ...edit, change: { name, enabled, ...moved } }, by);
    },
    remove: (tx, { edit }) => deleteWebhookIn(ctx, tx, edit, by),
  });
}

interface RulesAsked {
  stored: Stored;
  rules: readonly RuleInFile[];
  webhooks: readonly WebhookInFile[];
  names: ConfigurationNames;
  options: configuration.Import;
}

function planRules(ctx: Context, { stored, rules, webhooks, names, options }: RulesAsked) {
  const { by, makeEqual } = options;
  const problems: configuration.Problem[] = [];
  const staying = makeEqual ? [] : stored.webhooks.map(({ entry }) => entry);
  const known = new Map([...staying, ...webhooks].map((webhook) => [keyOf(webhook), webhook.name]));
  const wanted = rules.flatMap((rule) => resolved(rule, { known, names, problems }));
  const had = new Set(wanted.map(keyOf));
  const kept = new Set(rules.map(keyOf).filter((key) => !had.has(key)));
  const plan = configuration.planList<RuleInFile>({
    stored: stored.rules,
    wanted,
    kept,
    problems,
    makeEqual,
    keyOf,
    labelOf,
    moved: MOVED,
    add: async (tx, rule) => createRuleIn(ctx, tx, await draftIn(tx, names, rule), by),
    change: async (tx, { edit }, rule) =>
      updateRuleIn(ctx, tx, { ...edit, change: await draftIn(tx, names, rule) }, by),
    remove: (tx, { edit }) => deleteRuleIn(ctx, tx, edit, by),
  });
  const inUse = new Map<string, string>();
  for (const { edit, entry } of stored.rules)
    if (!had.has(keyOf(entry)) && (!makeEqual || kept.has(keyOf(entry))))
      for (const webhookId of stored.namedBy.get(edit.id) ?? []) inUse.set(webhookId, entry.name);
  return { plan, staying: inUse };
}

interface Known {
  /** Names of the webhooks that will exist after the import, by their keys. */
  known: ReadonlyMap<string, string>;
  names: ConfigurationNames;
  problems: configuration.Problem[];
}

/**
 * Spells the names of the rule as this manager does. A rule that would lose its last group is left out, for it would
 * then tell of all hosts.
 */
function resolved(rule: RuleInFile, { known, names, problems }: Known): RuleInFile[] {
  const tell = (message: string): void => void problems.push({ name: rule.name, message });
  const groups = rule.groups.flatMap((name) => names.findGroup(name) ?? []);
  const webhooks = rule.webhooks.flatMap((name) => known.get(keys.normal(name)) ?? []);
  const unknown = [
    ...rule.groups.filter((name) => names.findGroup(name) === null).map((name) => `the group ${name}`),
    ...rule.webhooks.filter((name) => !known.has(keys.normal(name))).map((name) => `the webhook ${name}`),
  ];
  const isEmpty = webhooks.length + rule.recipients.length === 0;
  const isWide = rule.groups.length > 0 && groups.length === 0;
  const told = `Not known here: ${unknown.join(', ')}.`;
  if (isWide || isEmpty) {
    const why = isEmpty ? 'would have no recipients' : 'would cover all hosts';
    tell(`${unknown.length > 0 ? `${told} ` : ''}The rule is skipped, because it ${why}.`);
    return [];
  }
  if (unknown.length > 0) tell(`${told} They are removed from the rule.`);
  return [tidy({ ...rule, groups: [...new Set(groups)], webhooks: [...new Set(webhooks)] })];
}

async function draftIn(tx: Tx, names: ConfigurationNames, rule: RuleInFile): Promise<RuleDraft> {
  const groupIds: string[] = [];
  for (const group of rule.groups) groupIds.push(await names.groupIdIn(tx, group));
  const webhookIds: string[] = [];
  for (const name of rule.webhooks) {
    const webhook = await WebhookModel.query(tx.knex).findOne({
      name_key: keys.keyOf('webhook', null, name),
    });
    if (!webhook) throw new AppError('PRECONDITION_FAILED');
    webhookIds.push(webhook.id);
  }
  const { name, enabled, facts, recipients } = rule;
  return { name, enabled, facts, groupIds, recipients, webhookIds };
}

/** The rules that lose one of these groups when the groups are deleted. */
export async function groupDependents(
  { db }: Pick<Context, 'db'>,
  ids: readonly string[],
): Promise<GroupDependent[]> {
  const rules = await RuleModel.query(db.reader);
  return rules.flatMap(({ name, groupIds }) =>
    groupIds.flatMap((groupId) =>
      ids.includes(groupId) ? [{ groupId, kind: 'notification_rule' as const, name }] : [],
    ),
  );
}
