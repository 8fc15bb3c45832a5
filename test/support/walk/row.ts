import type { components } from '../../../generated/manager.ts';
import type { World } from './world.ts';

export type AuditAction = components['schemas']['AuditAction'];

/** How an operation is called well, and what it leaves in the audit log. */
export type Row =
  /** It changes nothing. */
  | { by: (world: World) => Promise<unknown> }
  | { writes: AuditAction; by: (world: World) => Promise<unknown> }
  /** It is no GET and writes none, for this reason. */
  | { none: string; by: (world: World) => Promise<unknown> };

/** In the order in which they are called: later ones use what earlier ones have made. Written by hand. */
export type Rows = Readonly<Record<string, Row>>;

/** Operations that read, and what they are called with. */
export const reads = (by: (world: World) => Promise<unknown>): Row => ({ by });
export const writes = (action: AuditAction, by: (world: World) => Promise<unknown>): Row => ({
  writes: action,
  by,
});
