import type { Telling } from '../telling.ts';

/** Where a call goes, and what it carries. */
export interface Call {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string;
}

/** The receiver of a call: its whole address, its secret (empty: it has none), and the time of this attempt. */
export interface Way {
  url: string;
  secret: string;
  now: Date;
}

/** How calls to one kind of receiver look. */
export interface Format {
  /** `made`: the manager makes it where nobody gives one. `none`: the address is the secret. */
  secret: 'made' | 'none' | 'optional' | 'required';
  /** What an address of this receiver looks like, in a sentence. */
  addresses: string;
  isAddress(url: URL): boolean;
  call(telling: Telling, way: Way): Call;
}

/** A call with this body in JSON. */
export const jsonCall = (url: string, body: object, headers: Call['headers'] = {}): Call => ({
  url,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
});

/**
 * The first signs of a text, with an ellipsis where some are left out; counted as UTF-16, which is what the strictest
 * services count, and never half of a sign.
 */
export function cut(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, '')}…` : text;
}
