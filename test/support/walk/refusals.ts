/** What every operation refuses alike: wrong callers, wrong forms, and what is not there. */
import { openSession } from '#server/core/identity/identity.testing.ts';
import { documentedCodes, operations, type Operation } from './contract.ts';
import { rightCalls, strangeCalls, wrongCalls, type WrongCall } from './wrong.ts';
import { NOBODY, type Call, type Walker } from './walker.ts';
import type { World } from './world.ts';

/** Operations with these permissions check the credential themselves, if they need one. */
const OPEN: ReadonlySet<string> = new Set(['public', 'ticket', 'agent-signature', 'polling-token', 'mfa']);
const MINUTE_MS = 60_000;

/** The call that was answered well, with the administrator's current token: the one that it had may have expired. */
export function rightOf({ valid }: Walker, { operationId, permission }: Operation): Call {
  const { headers: _headers, ...call } = valid.get(operationId) ?? {};
  if (OPEN.has(permission)) return call;
  const { bearer: _bearer, ...right } = call;
  return right;
}

export interface Wanted {
  status: number;
  /** Each of these codes will do. */
  codes: readonly string[];
}

/** Calls, and reports a deviation if the answer is another. */
export async function refuse(
  walker: Walker,
  operation: Operation,
  call: Call,
  wanted: Wanted & { what: string },
) {
  const answer = await walker.call(operation.operationId, call);
  if (answer.status === wanted.status && wanted.codes.includes(answer.code ?? '')) return answer;
  walker.deviations.add(
    `${operation.operationId}: ${answer.status} ${answer.code ?? ''} for ${wanted.what}, ` +
      `and not ${wanted.status} ${wanted.codes.join(' or ')}`,
  );
  return answer;
}

const WRONG: Wanted = { status: 400, codes: ['VALIDATION_FAILED', 'MALFORMED_JSON'] };
const TOO_LARGE: Wanted = { status: 413, codes: ['PAYLOAD_TOO_LARGE'] };
/** A call without a body has no content type either. */
const NO_BODY: Wanted = { status: 415, codes: ['UNSUPPORTED_MEDIA_TYPE'] };
const ANYBODYS_BYTES = 16_384;

/** Checks that everything that the contract forbids is refused, with an answer that names its place. */
export const refuseWrongInput = (world: World, operation: Operation): Promise<void> =>
  refuseWrong(world, operation, (calls) => calls);

/** Checks the same of two faults: one in the parameters, and one in the body if it takes one. */
export const refuseSomeWrongInput = (world: World, operation: Operation): Promise<void> =>
  refuseWrong(world, operation, (calls) => [...new Set([...calls.slice(0, 1), ...calls.slice(-1)])]);

interface Refused {
  error: { details?: { errors: { path: string; message: string }[] } };
}

/** Words of JSON Schema, which nobody has to know who calls. */
const OF_THE_VALIDATOR = /must (NOT|match|pass|have required|be equal)|schema|fewer than/;

async function refuseWrong(
  { walker, boss }: World,
  operation: Operation,
  choose: (calls: readonly WrongCall[]) => readonly WrongCall[],
): Promise<void> {
  const isOpen = OPEN.has(operation.permission);
  // These operations check the credential first: a wrong `mfa` or polling token is not a matter of input.
  const bearer = isOpen ? (rightOf(walker, operation).bearer ?? null) : await boss.bearer();
  const right = { ...rightOf(walker, operation), bearer };
  const isTicket = operation.permission === 'ticket';
  const calls = wrongCalls(operation, right).filter(({ what }) => !isTicket || OF_THE_ENGINE.test(what));
  for (const { call: wrong, what, where } of choose(calls)) {
    const call = isTicket ? await withTicket(walker, wrong) : wrong;
    const bytes = JSON.stringify(call.body ?? '').length;
    const isAbsent = what === 'no body';
    const wanted = isAbsent ? NO_BODY : isOpen && bytes > ANYBODYS_BYTES ? TOO_LARGE : WRONG;
    const { body, code } = await refuse(walker, operation, call, { ...wanted, what });
    if (code !== 'VALIDATION_FAILED') continue;
    const { errors = [] } = (body as unknown as Refused).error.details ?? {};
    for (const { path, message } of errors)
      if (OF_THE_VALIDATOR.test(message))
        walker.deviations.add(
          `${operation.operationId}: ${what} is told in the validator's words: ${path} ${message}`,
        );
    if (where === null) continue;
    if (!errors.some(({ path }) => path.startsWith(where) || where.startsWith(`${path}/`)))
      walker.deviations.add(
        `${operation.operationId}: ${what} is told of ${errors.map(({ path }) => path).join(', ')}, not ${where}`,
      );
  }
}

/**
 * Parameters of the stream that the manager checks itself; engine.io checks the rest, and a wrong ticket is not wrong
 * input.
 */
const OF_THE_ENGINE = /^query (EIO|transport) /;

/** Adds a new ticket: a ticket is valid once. */
async function withTicket(walker: Walker, wrong: Call): Promise<Call> {
  const { ticket } = await walker.must<{ ticket: string }>('createWsTicket');
  return { ...wrong, query: { ...wrong.query, ticket } };
}

/** Checks that each value that a parameter of a read may have is answered well. */
export async function takeEachValue({ walker }: World, operation: Operation): Promise<void> {
  if (operation.method !== 'GET' || OPEN.has(operation.permission)) return;
  const right = { ...walker.valid.get(operation.operationId) };
  for (const { call, what } of rightCalls(operation, right)) {
    const { status, code } = await walker.call(operation.operationId, call);
    const isOfNobody = status === 404 && call.query && Object.values(call.query).includes(NOBODY);
    // The form is right of a number that the manager has not given out yet.
    if (status >= 400 && !isOfNobody && code !== 'CHANGE_NUMBER_UNKNOWN')
      walker.deviations.add(`${operation.operationId}: ${status} ${code ?? ''} for ${what}`);
  }
  walker.valid.set(operation.operationId, right);
}

/** Calls with an id that nothing has, wherever the input has one: any documented answer will do. */
export async function meetStrangeIds({ walker }: World, operation: Operation): Promise<void> {
  const right = rightOf(walker, operation);
  for (const call of strangeCalls(operation, right)) await walker.call(operation.operationId, call);
}

/** Calls the same a second time: any documented answer will do. */
export async function callAgain({ walker }: World, operation: Operation): Promise<void> {
  if (operation.method === 'GET') return;
  await walker.call(operation.operationId, rightOf(walker, operation));
}

/** Checks the refusal of calls without a token, with an invalid one, and with one that has expired. */
export async function refuseStrangers({ walker }: World, operation: Operation, expired: string) {
  if (OPEN.has(operation.permission)) return;
  const wanted = { status: 401, codes: ['UNAUTHENTICATED'] };
  for (const [what, bearer] of [
    ['no token', null],
    ['a broken token', 'nonsense'],
    ['an expired token', expired],
  ] as const)
    await refuse(walker, operation, { ...rightOf(walker, operation), bearer }, { ...wanted, what });
}

/** An expired token: of a session of `boss`, opened 16 minutes ago. */
export async function expiredToken({ kit, boss }: World): Promise<string> {
  const { accessToken } = await openSession(kit.ctx, boss.id);
  await kit.clock.advance(16 * MINUTE_MS);
  return accessToken;
}

/** The token of a session that was opened eleven minutes ago. */
export async function oldSession({ kit, boss }: World): Promise<string> {
  const { accessToken } = await openSession(kit.ctx, boss.id);
  await kit.clock.advance(11 * MINUTE_MS);
  return accessToken;
}

/** Values of the right form that nothing has, by parameter. */
const STRANGE: Readonly<Record<string, string>> = {
  role_name: 'nobodys',
  advisory_id: '0'.repeat(32),
  cve: 'CVE-1999-0001',
  name: 'fleetmend-agent_0.0_amd64.deb',
  delivery_id: '6b1f0c52-1f9e-8a41-9c3d-2f4a5b6c7d8e',
  legacy_provider: 'nobody',
};

/** Checks the refusal of paths that name something that is not there. */
export async function refuseUnknownIds({ walker }: World, operation: Operation): Promise<void> {
  const names = operation.parameters.filter(({ in: place, schema }) => place === 'path' && !schema.enum);
  if (names.length === 0) return;
  const right = rightOf(walker, operation);
  const codes = [...documentedCodes(operation)].filter((code) => code.endsWith('NOT_FOUND'));
  for (const [index, { name }] of names.entries()) {
    const strange = names.slice(index).map((one) => [one.name, STRANGE[one.name] ?? NOBODY]);
    const path = { ...right.path, ...(Object.fromEntries(strange) as Record<string, string>) };
    await refuse(walker, operation, { ...right, path }, { status: 404, codes, what: `an unknown ${name}` });
  }
}

/** Checks the refusal of invalid bodies: cut off, of another type, and too large. */
export async function refuseBodies({ walker }: World, operation: Operation): Promise<void> {
  const { body: _body, ...right } = rightOf(walker, operation);
  if (!operation.body) return;
  const bytes = OPEN.has(operation.permission) ? ANYBODYS_BYTES : 1_048_576;
  const text = JSON.stringify({ text: 'x'.repeat(bytes) });
  for (const [content, wanted] of [
    [
      { type: 'application/json', text: '{"name": "cut' },
      { status: 400, codes: ['MALFORMED_JSON'] },
    ],
    [
      { type: 'text/plain', text: 'a text' },
      { status: 415, codes: ['UNSUPPORTED_MEDIA_TYPE'] },
    ],
    [{ type: 'application/json', text }, TOO_LARGE],
  ] as const)
    await refuse(walker, operation, { ...right, content }, { ...wanted, what: content.text.slice(0, 20) });
}

const METHODS = ['GET', 'PUT', 'POST', 'DELETE', 'PATCH'];

/** Checks the refusal of a method that the path does not have. */
export async function refuseOtherMethods({ walker }: World, operation: Operation): Promise<void> {
  const served = operations.filter(({ path }) => path === operation.path).map(({ method }) => method);
  const known = served.includes('GET') ? [...served, 'HEAD'] : served;
  const method = METHODS.find((one) => !known.includes(one)) ?? '';
  const { path } = rightOf(walker, operation);
  const wanted = { status: 405, codes: ['METHOD_NOT_ALLOWED'], what: method };
  const { headers } = await refuse(walker, operation, { ...(path ? { path } : {}), method }, wanted);
  const allowed = (headers.get('allow') ?? '').split(', ').sort();
  if (String(allowed) !== String([...known].sort()))
    walker.deviations.add(`${operation.operationId}: Allow is ${String(allowed)}`);
}
