/**
 * What each feature says of its operations in its `walk.testing.ts`. The suites that walk through the whole contract read
 * it: `test/contractWalk.test.ts`, `test/contractRefusals.test.ts`, `test/roles.test.ts` and `test/hostScope.test.ts`.
 */
import type { components } from '../../generated/manager.ts';
import type { Fleet } from './scope/calls.ts';
import type { Call } from './walk/walker.ts';
import type { World } from './walk/world.ts';

/** The kinds of rows, all written by hand. An operation that has no row of a kind that it needs fails a suite. */
export interface FeatureRows {
  /** Who may call what, by the table of roles and the decisions: not derived from anything that the manager reads. */
  callers: Readonly<Partial<Record<Callers, string>>>;
  /** Calls that succeed, in their order: later ones use what earlier ones have made, also those of other features. */
  valid: Rows;
  /** The same, of what other features still use: called after all others. */
  last: Rows;
  /** Calls whose form is valid but which the manager refuses: one for each refusal that only such a call leads to. */
  mistakes: readonly Mistake[];
  /** The most rows that a manager keeps, by the operation that makes one. */
  limits: Readonly<Record<string, Limit>>;
  /** What an operator's call of an operation leads to who sees half of a fleet, in the order of the calls. */
  scope: Readonly<Record<string, (fleet: Fleet) => Promise<void>>>;
  /**
   * The others that an operator may call: they neither tell about hosts nor do anything to them, or agents call them, for
   * themselves.
   */
  noHosts: string;
}

/** Each operation is in one of the first four lists, and besides in those of the others that hold for it. */
export type Callers =
  /** Without a session; the operation itself checks what the caller has instead (a password, a ticket, a signature). */
  | 'anybody'
  | 'everybody who is signed in'
  | 'administrators and operators'
  | 'administrators alone'
  /** With a sign-in, or another proof, of the last ten minutes. */
  | 'with a fresh proof'
  /** An API token makes no tokens and changes no credentials; of accounts it can read, and end sessions. */
  | 'people alone'
  /** Open to a session that must still set up a second factor: oneself, the set-up, and the fresh proof it takes. */
  | 'who must set up a second factor'
  /** Open without a credential and with the token of a pending second factor; any other bearer is refused. */
  | 'who hold the mfa token'
  /** Needs a credential of its own, which no caller of the suites has. */
  | 'who hold a polling token';

export type AuditAction = components['schemas']['AuditAction'];

/** How an operation is called correctly, and what it leaves in the audit log. */
export type Row =
  /** It changes nothing. */
  | { by: (world: World) => Promise<unknown> }
  | { writes: AuditAction; by: (world: World) => Promise<unknown> }
  /** It is no GET, but writes no audit row, for this reason. */
  | { none: string; by: (world: World) => Promise<unknown> };

export type Rows = Readonly<Record<string, Row>>;

/** An operation that only reads, and how it is called. */
export const reads = (by: (world: World) => Promise<unknown>): Row => ({ by });
export const writes = (action: AuditAction, by: (world: World) => Promise<unknown>): Row => ({
  writes: action,
  by,
});

/** The objects that the rows' calls are about: made anew, because the table's own are gone by now. */
export interface Made {
  /** Ids, by name. */
  ids: Readonly<Record<string, string>>;
  /** The access token of an API token of an administrator. */
  tool: string;
  /** The access token of an operator who sees one of the two hosts that some rows are about. */
  scoped: string;
  /** The access token of `made`, a reporter. */
  bearer: string;
}

type TakeBack = () => unknown;

export interface Mistake {
  /** The error code, whose status the contract names. */
  code: string;
  /** Makes what the calls are about; it is not undone. */
  before?: (w: World, made: Made) => Promise<unknown>;
  /** Sets up what must hold during the calls; returns how to undo it, which is done whatever the calls lead to. */
  during?: (w: World, made: Made) => TakeBack | Promise<TakeBack>;
  /** By operation: the call that is refused with this code. */
  at: Readonly<Record<string, (w: World, made: Made) => Call | Promise<Call>>>;
}

/** The number of rows that a manager keeps is that of the services. */
export interface Limit {
  code: string;
  table: string;
  most: number;
  /** Columns whose values must differ from row to row. */
  unlike?: readonly string[];
  /** The call that makes one more; `name` differs each time. Left out: the one that was answered well, with that name. */
  call?: (world: World, name: string) => Call | Promise<Call>;
}
