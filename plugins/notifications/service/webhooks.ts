import { AppError, type Context, Editable, etags, http, idempotent, newId, search, type Tx } from '#sdk';
import type { ActedBy } from '#sdk/hosts.ts';
import type { Fact } from '../domain/contents.ts';
import { type FormatName, formatOf } from '../domain/formats/formats.ts';
import { RuleModel, WebhookModel } from '../models.ts';
import { createRuleIn } from './rules.ts';
import { isMasked, judgedSecret, openSecret, openUrl, sealSecret, urlColumns } from './webhookSecret.ts';

const MOST_WEBHOOKS = 100;
const FIRST_VERSION = 1;

/** Paths and queries of webhooks are often secrets by themselves, so the audit log has only the origin. */
const edits = new Editable(WebhookModel, {
  kind: 'webhook',
  fields: ['name', 'format', 'enabled'],
  full: 'NOTIFICATION_LIMIT_REACHED',
  audited: ({ url }) => ({ url: new URL(url).origin }),
  notFound: (id) => new AppError('WEBHOOK_NOT_FOUND', { details: { webhook_id: id } }),
});

export interface WebhookDraft {
  name: string;
  url: string;
  format: FormatName;
  enabled: boolean;
  /** Null: the manager makes one, or the receiver needs none. */
  secret: string | null;
}

/** A webhook, and its secret if it is shown: to its maker, and only when the manager made it. */
export interface Written {
  webhook: WebhookModel;
  secret: string | null;
}

export const listWebhooks = ({ db }: Context): Promise<WebhookModel[]> =>
  WebhookModel.query(db.reader).execute();

/** Webhooks by name. */
export const webhookSearch = ({ db: { reader } }: Context): search.Source =>
  search.named({
    kind: 'webhook',
    permission: 'notifications:manage',
    rows: (_, byName) => byName(WebhookModel.query(reader)),
    about: ({ url, enabled }) => (enabled ? new URL(url).host : 'disabled'),
    pagePath: () => '/notifications?tab=webhooks',
  });

/** Throws WEBHOOK_NOT_FOUND. */
export const readWebhook = ({ db }: Context, id: string): Promise<WebhookModel> => edits.read(db.reader, id);

/**
 * Makes one webhook for each idempotency key, and with it a rule of its name that tells it of `facts`, if there are any:
 * a webhook that no rule names is never called. Throws URL_REFUSED, WEBHOOK_URL_INVALID, WEBHOOK_SECRET_INVALID,
 * NAME_TAKEN, NOTIFICATION_LIMIT_REACHED, IDEMPOTENCY_MISMATCH, and WEBHOOK_NOT_FOUND where the one of this key was
 * deleted.
 */
export async function createWebhook(
  ctx: Context,
  { call, draft, facts }: { call: idempotent.Call; draft: WebhookDraft; facts: Fact[] },
  by: ActedBy,
): Promise<Written> {
  await http.requireCallable(ctx.outbound, judgedUrl(draft.url).href);
  return ctx.tx(
    async (tx) => {
      let written: Written | null = null;
      const { resourceId } = await ctx.idempotency.once(tx, call, async () => {
        written = await createWebhookIn(ctx, tx, draft, by);
        const { id, name } = written.webhook;
        const to = { groupIds: [], recipients: [], webhookIds: [id] };
        if (facts.length > 0) await createRuleIn(ctx, tx, { name, enabled: true, facts, ...to }, by);
        return id;
      });
      return written ?? writtenBefore(ctx, await edits.locked(tx, resourceId, null), draft);
    },
    { name: 'notifications.createWebhook' },
  );
}

/**
 * The answer to a repeated call: the former one may have been lost, and with it the secret that the manager made. A
 * webhook that was changed since may have another secret, which its maker need not know.
 */
function writtenBefore(ctx: Context, webhook: WebhookModel, draft: WebhookDraft): Written {
  const ageMs = ctx.clock.now().getTime() - webhook.createdAt.getTime();
  const isAsMade = webhook.editVersion === FIRST_VERSION && ageMs < idempotent.SECRET_REPEATED_MS;
  const isMade = draft.secret === null && formatOf(draft.format).secret === 'made';
  return { webhook, secret: isMade && isAsMade ? openSecret(ctx.secrets, webhook) : null };
}

/** Throws WEBHOOK_URL_INVALID, WEBHOOK_SECRET_INVALID, NOTIFICATION_LIMIT_REACHED. */
export async function createWebhookIn(
  ctx: Context,
  tx: Tx,
  draft: WebhookDraft,
  by: ActedBy,
): Promise<Written> {
  const { name, format, enabled } = draft;
  const url = judgedUrl(draft.url).href;
  if (enabled) requireAddress(format, url);
  const { secret, isMade } = judgedSecret(draft.secret, draft);
  await edits.refuseFull(tx, MOST_WEBHOOKS);
  const id = newId();
  const sealedSecret = sealSecret(ctx.secrets, id, secret);
  const row = { id, name, format, ...urlColumns(ctx.secrets, id, url), enabled, sealedSecret };
  return { webhook: await edits.insert(ctx, tx, row, { by }), secret: isMade ? secret : null };
}

export interface WebhookEdit {
  id: string;
  ifMatch: etags.IfMatch;
}

/**
 * A field that is absent stays, and so does a `url` as it is shown. A secret of null is replaced by a new one, or goes
 * where the receiver needs none; so does that of another format or another origin.
 */
export type WebhookChange = Partial<WebhookDraft>;

/** Throws URL_REFUSED, WEBHOOK_URL_INVALID, WEBHOOK_SECRET_INVALID, WEBHOOK_NOT_FOUND, PRECONDITION_FAILED. */
export async function updateWebhook(
  ctx: Context,
  edit: WebhookEdit & { change: WebhookChange },
  by: ActedBy,
): Promise<Written> {
  const { url, enabled } = edit.change;
  if (url !== undefined && !isMasked(url)) await http.requireCallable(ctx.outbound, judgedUrl(url).href);
  // One that an import has brought was judged by nobody.
  else if (enabled)
    await http.requireCallable(ctx.outbound, openUrl(ctx.secrets, await readWebhook(ctx, edit.id)));
  return ctx.tx((tx) => updateWebhookIn(ctx, tx, edit, by), { name: 'notifications.updateWebhook' });
}

/** Throws as updateWebhook, but for URL_REFUSED: nothing is called or looked up within a transaction. */
export async function updateWebhookIn(
  ctx: Context,
  tx: Tx,
  { id, ifMatch, change }: WebhookEdit & { change: WebhookChange },
  by: ActedBy,
): Promise<Written> {
  const before = await edits.locked(tx, id, ifMatch);
  const stored = openUrl(ctx.secrets, before);
  const url = [undefined, before.url].includes(change.url) ? stored : judgedUrl(change.url ?? '').href;
  const { name = before.name, format = before.format, enabled = before.enabled } = change;
  // Another receiver must not get calls signed with a secret, or a key, that belongs to the one before.
  const isMoved = new URL(url).origin !== new URL(stored).origin || format !== before.format;
  const given = change.secret === undefined && isMoved ? null : change.secret;
  const judged = given === undefined ? null : judgedSecret(given, { format, enabled });
  if (judged === null && url === stored && etags.changesNothing(before, { name, enabled }))
    return { webhook: before, secret: null };
  // One that an import has brought has neither path nor key.
  if (enabled) requireAddress(format, url);
  if (enabled && judged === null) judgedSecret(openSecret(ctx.secrets, before) || null, { format, enabled });
  const set = {
    name,
    format,
    enabled,
    ...(url === stored ? {} : urlColumns(ctx.secrets, id, url)),
    ...(judged === null ? {} : { sealedSecret: sealSecret(ctx.secrets, id, judged.secret) }),
  };
  const also = { path: url === stored ? 'kept' : 'new', secret: judged === null ? 'kept' : 'new' };
  const webhook = await edits.update(ctx, tx, { before, set }, { by, also });
  return { webhook, secret: judged?.isMade ? judged.secret : null };
}

/** Throws WEBHOOK_NOT_FOUND, WEBHOOK_IN_USE, PRECONDITION_FAILED. */
export const deleteWebhook = (ctx: Context, edit: WebhookEdit, by: ActedBy): Promise<void> =>
  ctx.tx((tx) => deleteWebhookIn(ctx, tx, edit, by), { name: 'notifications.deleteWebhook' });

/** Throws as deleteWebhook. */
export async function deleteWebhookIn(
  ctx: Context,
  tx: Tx,
  { id, ifMatch }: WebhookEdit,
  by: ActedBy,
): Promise<void> {
  const before = await edits.locked(tx, id, ifMatch);
  const rules = (await RuleModel.query(tx.knex)).filter(({ webhookIds }) => webhookIds.includes(id));
  if (rules.length > 0)
    throw new AppError('WEBHOOK_IN_USE', { details: { rules: rules.map(({ id, name }) => ({ id, name })) } });
  await edits.delete(ctx, tx, [before], { by });
}

/** The host that it leads to is judged when it is saved and at each call, for names change. Throws WEBHOOK_URL_INVALID. */
function judgedUrl(text: string): URL {
  if (isMasked(text)) throw new AppError('WEBHOOK_URL_INVALID', { message: MASKED });
  const url = URL.parse(text);
  const isPlain = url && url.username === '' && url.password === '' && url.hash === '';
  if (url && isPlain && ['https:', 'http:'].includes(url.protocol)) return url;
  throw new AppError('WEBHOOK_URL_INVALID');
}

const MASKED =
  'This is how an address is shown, not what it is. Give the whole address, or leave it out to keep the stored one.';

/** Throws WEBHOOK_URL_INVALID for an address that no receiver of this format has. */
function requireAddress(name: FormatName, url: string): void {
  const { isAddress, example } = formatOf(name);
  if (isAddress(new URL(url))) return;
  const message = `No webhook of this format is called at such an address. One is like ${example}.`;
  throw new AppError('WEBHOOK_URL_INVALID', { message, details: { format: name } });
}
