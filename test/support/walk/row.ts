import type { components } from '../../../generated/manager.ts';
import type { World } from './world.ts';

export type AuditAction = components['schemas']['AuditAction'];

/** How an operation is called correctly, and what it leaves in the audit log. */
export type Row =
  /** It changes nothing. */
  | { by: (world: World) => Promise<unknown> }
  | { writes: AuditAction; by: (world: World) => Promise<unknown> }
  /** It is no GET, but writes no audit row, for this reason. */
  | { none: string; by: (world: World) => Promise<unknown> };

/** The rows in the order of their calls: later ones use what earlier ones have made. Written by hand. */
export type Rows = Readonly<Record<string, Row>>;

/** An operation that only reads, and how it is called. */
export const reads = (by: (world: World) => Promise<unknown>): Row => ({ by });
export const writes = (action: AuditAction, by: (world: World) => Promise<unknown>): Row => ({
  writes: action,
  by,
});
