import type { World } from './calls.ts';

/** What an operator's call of an operation leads to. */
export type Expected =
  /** 403 for an operator, because of the role alone. */
  | 'role'
  /** The operation neither tells about hosts nor does anything to them. */
  | 'no hosts'
  /** Agents call it, for themselves. */
  | 'agents'
  | ((world: World) => Promise<void>);

/** What is expected of each operation: written by hand, not derived from anything that the manager reads. */
export type Rows = Readonly<Record<string, Expected>>;
