/** Secrets that a test knows, and where they might have been stored. */

export interface Planted {
  /** Registers a secret: from here on only its sender and its receiver may have it. */
  plant(name: string, secret: string): string;
  /** Names of the secrets in these bytes, each with the form in which it was found: `client secret as base64`. */
  foundIn(bytes: Buffer): string[];
}

export function createPlanted(): Planted {
  const known = new Map<string, readonly [form: string, bytes: Buffer][]>();
  return {
    plant(name, secret) {
      if (secret.length < 8) throw new Error(`${name} is too short: it would be found by chance`);
      known.set(name, formsOf(secret));
      return secret;
    },
    foundIn(bytes) {
      const found = [...known].flatMap(([name, forms]) =>
        forms.filter(([, form]) => bytes.includes(form)).map(([form]) => `${name} as ${form}`),
      );
      return [...new Set(found)];
    },
  };
}

/** The bytes of a secret that is stored as it is or in a usual encoding. */
function formsOf(secret: string): [string, Buffer][] {
  const contents = [Buffer.from(secret), ...decoded(secret)];
  return contents.flatMap((content, index) => {
    const hex = content.toString('hex');
    const of = (form: string): string => (index === 0 ? form : `decoded bytes in ${form}`);
    const base64 = [0, 1, 2].map((shift) => base64Inside(content, shift));
    const texts = [
      ...[hex, hex.toUpperCase()].map((text) => [of('hex'), text] as const),
      ...base64.map((text) => [of('base64'), text] as const),
      ...base64.map((text) => [of('base64'), text.replaceAll('+', '-').replaceAll('/', '_')] as const),
    ];
    return [
      [of('clear'), content],
      ...texts.map(([form, text]) => [form, Buffer.from(text)] as [string, Buffer]),
    ];
  });
}

/** The bytes behind a secret: random bytes are given out as text, but could be stored as bytes. */
function decoded(secret: string): Buffer[] {
  if (/^[A-Z2-7]{16,}$/.test(secret)) return [base32(secret)];
  const tail = secret.slice(secret.lastIndexOf('_') + 1);
  return /^[\w-]{40,}$/.test(tail) ? [Buffer.from(tail, 'base64url')] : [];
}

function base32(text: string): Buffer {
  const bits = [...text]
    .map((char) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(char).toString(2).padStart(5, '0'))
    .join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((octet) => parseInt(octet, 2)));
}

/** The base64 characters that depend on the secret alone when `shift` bytes stand before it. */
function base64Inside(content: Buffer, shift: number): string {
  const text = Buffer.concat([Buffer.alloc(shift), content]).toString('base64');
  return text.slice(Math.ceil((shift * 8) / 6), Math.floor(((shift + content.length) * 8) / 6));
}
