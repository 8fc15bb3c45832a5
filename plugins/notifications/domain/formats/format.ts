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
  /** What an address of this receiver looks like, to be filled in. */
  example: string;
  isAddress(url: URL): boolean;
  call(telling: Telling, way: Way): Call;
}

/** A call with this body in JSON. */
export const jsonCall = (url: string, body: object, headers: Call['headers'] = {}): Call => ({
  url,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
});
