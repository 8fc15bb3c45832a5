/** What each caller meets, by what the features' rows say of their operations. */
import type { Role } from '#server/kernel/security/actor.ts';
import { calledBy } from '../features.ts';
import type { Callers } from '../rows.ts';
import type { Caller } from './callers.ts';

/** Who is meant; an operation is in one of these lists. */
const MAY_CALL = {
  anybody: ['admin', 'operator', 'reporter', 'nobody'],
  'everybody who is signed in': ['admin', 'operator', 'reporter'],
  'administrators and operators': ['admin', 'operator'],
  'administrators alone': ['admin'],
} satisfies Partial<Record<Callers, (Role | 'nobody')[]>>;

/** Lists that name some operations again. */
const BESIDES = [
  'with a fresh proof',
  'people alone',
  'who must set up a second factor',
  'who hold the mfa token',
  'who hold a polling token',
] as const;

const lists = Object.keys(MAY_CALL) as (keyof typeof MAY_CALL)[];
const isIn = (list: Callers, operationId: string): boolean => calledBy(list).includes(operationId);

export type Outcome =
  | 'let in'
  | '401 UNAUTHENTICATED'
  | '403 FORBIDDEN'
  | '403 REAUTHENTICATION_REQUIRED'
  | '403 MFA_SETUP_REQUIRED';

export function callersOf(operationId: string): readonly string[] {
  const list = lists.find((one) => isIn(one, operationId));
  return list ? MAY_CALL[list] : [];
}

export const needsFreshProof = (operationId: string): boolean => isIn('with a fresh proof', operationId);

/** What a caller meets before the operation itself. */
export function expected(operationId: string, { holds, role }: Caller): Outcome {
  const mayCall = callersOf(operationId);
  if (isIn('who hold a polling token', operationId)) return '401 UNAUTHENTICATED';
  if (isIn('who hold the mfa token', operationId))
    return holds === 'nothing' || holds === 'mfa token' ? 'let in' : '401 UNAUTHENTICATED';
  if (mayCall.includes('nobody')) return 'let in';
  if (role === null) return '401 UNAUTHENTICATED';
  if (!mayCall.includes(role)) return '403 FORBIDDEN';
  if (holds === 'set-up session' && !isIn('who must set up a second factor', operationId))
    return '403 MFA_SETUP_REQUIRED';
  if (holds === 'API token' && isIn('people alone', operationId)) return '403 FORBIDDEN';
  const isFresh = holds === 'session' || holds === 'set-up session';
  return needsFreshProof(operationId) && !isFresh ? '403 REAUTHENTICATION_REQUIRED' : 'let in';
}

/** All operations that a list names: those of `MAY_CALL` each of them once, the others some of them. */
export const named = lists.flatMap(calledBy);
export const namedBesides = BESIDES.flatMap(calledBy);
