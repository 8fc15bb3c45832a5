import type { IncomingMessage } from 'node:http';
import type { Logger } from 'pino';
import type { Actor } from '../security/actor.ts';
import type { OperationRow } from '../../shared/wire/dispatch.ts';

/** What the pipeline has found out about a request so far. */
export interface RequestState {
  requestId: string;
  log: Logger;
  address: string;
  operation: OperationRow | null;
  actor: Actor;
  /** Size of the body, unpacked; 0 without a body, and before it was read. */
  bodyBytes: number;
  /** Ends when the answer was sent, or the caller has left. */
  closed: AbortSignal;
  /** The code of the answer if it refuses the caller: a security event. */
  refusal?: string;
}

const states = new WeakMap<IncomingMessage, RequestState>();

export function setState(req: IncomingMessage, state: RequestState): void {
  states.set(req, state);
}

/** Throws when the first step of the pipeline did not run, which is a defect. */
export function stateOf(req: IncomingMessage): RequestState {
  const state = states.get(req);
  if (!state) throw new Error('the request has no state');
  return state;
}
