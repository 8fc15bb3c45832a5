import { randomBytes } from 'node:crypto';
import { type Context, http } from '#sdk';
import type { WebhookModel } from '../models.ts';

type Secrets = Context['secrets'];

const PREFIX = 'whsec_';
const KEY_BYTES = 32;
/** The lengths that Standard Webhooks allows. */
const LEAST_BYTES = 24;
const MOST_BYTES = 64;

/** 256 random bits, in the spelling of Standard Webhooks. */
export const newSecret = (): string => `${PREFIX}${randomBytes(KEY_BYTES).toString('base64')}`;

/** The bytes of the key that signs. */
export const keyOf = (secret: string): Buffer => Buffer.from(secret.slice(PREFIX.length), 'base64');

/**
 * Whether a person may set this secret: `whsec_` and 24 to 64 bytes in base64, spelled as the manager would spell it.
 */
export function isSecret(secret: string): boolean {
  const bytes = keyOf(secret);
  const isLong = bytes.length >= LEAST_BYTES && bytes.length <= MOST_BYTES;
  return isLong && secret === `${PREFIX}${bytes.toString('base64')}`;
}

const purposeOf = (id: string): string => `webhook:${id}`;

export const sealSecret = (secrets: Secrets, id: string, secret: string): string =>
  secrets.seal(secret, purposeOf(id));

export const openSecret = (
  secrets: Secrets,
  { id, sealedSecret }: Pick<WebhookModel, 'id' | 'sealedSecret'>,
): string => secrets.open(sealedSecret, purposeOf(id));

const urlPurposeOf = (id: string): string => `webhook-url:${id}`;

/** The columns of an address: sealed, and as it may be shown. */
export const urlColumns = (secrets: Secrets, id: string, url: string) => ({
  url: shownUrl(url),
  sealedUrl: secrets.seal(url, urlPurposeOf(id)),
});

export const openUrl = (
  secrets: Secrets,
  { id, sealedUrl }: Pick<WebhookModel, 'id' | 'sealedUrl'>,
): string => secrets.open(sealedUrl, urlPurposeOf(id));

/** Without path and query there is nothing to hide. */
function shownUrl(url: string): string {
  const { origin, pathname, search } = new URL(url);
  return pathname + search === '/' ? url : `${origin}/${http.MASK}`;
}

export const isMasked = (url: string): boolean => url.endsWith(`/${http.MASK}`);

/** Shorter parts of an address are no secrets, and would blot words out. */
const LEAST_HIDDEN = 6;

/** The text without secret and address, which a receiver may quote: “Cannot POST /hooks/…”. */
export function withoutSecrets(text: string, { secret, url }: { secret: string; url: string }): string {
  const { pathname, search, searchParams } = new URL(url);
  const parts = [...pathname.split('/'), ...searchParams.values()].flatMap((part) => [part, unescaped(part)]);
  return [secret, `${pathname}${search}`, pathname, ...parts]
    .filter(({ length }) => length >= LEAST_HIDDEN)
    .reduce((rest, part) => rest.replaceAll(part, http.MASK), text);
}

function unescaped(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
