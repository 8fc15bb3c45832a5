import { randomBytes } from 'node:crypto';
import type { Context } from '../../../server/plugin.ts';
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
