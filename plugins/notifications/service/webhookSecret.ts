import { randomBytes } from 'node:crypto';
import { AppError, type Context, http } from '#sdk';
import { keyOf, PREFIX, formatOf } from '../domain/formats/formats.ts';
import type { WebhookModel } from '../models.ts';

type Secrets = Context['secrets'];

const KEY_BYTES = 32;
/** The lengths that Standard Webhooks allows. */
const LEAST_BYTES = 24;
const MOST_BYTES = 64;

/** 256 random bits, in the spelling of Standard Webhooks. */
const newSecret = (): string => `${PREFIX}${randomBytes(KEY_BYTES).toString('base64')}`;

/** A key that goes into a header. */
const isKey = (secret: string): boolean => /^[\x21-\x7e]{8,128}$/.test(secret);

/**
 * The secret that is stored for what a person gave (null: nothing), and whether the manager made it. A webhook that is
 * disabled may still lack its key. Throws WEBHOOK_SECRET_INVALID.
 */
export function judgedSecret(
  given: string | null,
  { format, enabled }: Pick<WebhookModel, 'format' | 'enabled'>,
): { secret: string; isMade: boolean } {
  const { secret: wanted } = formatOf(format);
  if (given === null && wanted === 'made') return { secret: newSecret(), isMade: true };
  const isGood =
    given === null
      ? wanted !== 'required' || !enabled
      : wanted === 'made'
        ? isSecret(given)
        : wanted !== 'none' && isKey(given);
  if (!isGood)
    throw new AppError('WEBHOOK_SECRET_INVALID', { message: REFUSALS[wanted], details: { format } });
  return { secret: given ?? '', isMade: false };
}

const REFUSALS = {
  made: 'A secret is whsec_ and 24 to 64 bytes in base64.',
  none: 'This receiver has no secret: its address is one. Leave the secret out.',
  optional: 'An access token has 8 to 128 letters, digits and signs, without spaces.',
  required: 'This receiver needs its key as the secret: 8 to 128 letters, digits and signs, without spaces.',
} as const;

/**
 * Whether a person may set this secret: `whsec_` and 24 to 64 bytes in base64, spelled as the manager would spell it.
 */
function isSecret(secret: string): boolean {
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
  const parts = [...pathname.split('/'), ...searchParams.values()].flatMap((part) => [
    part,
    unescaped(part),
    // The token of a bot of Telegram stands behind this word.
    unescaped(part).replace(/^bot/, ''),
  ]);
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
