// time-limit: 180
/** Every operation of the contract, called by tools of each role and by those who are out. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { bySystem } from '../../server/core/identity/identity.testing.ts';
import { managerOperations } from '../../generated/managerOperations.ts';
import { readContract } from '../../server/contract.ts';
import type { OperationRow } from '../../server/shared/wire/dispatch.ts';
import {
  call,
  changeAccount,
  newToken,
  outcome,
  person,
  setUp,
  signIn,
  tearDown,
  type World,
} from './users.testing.ts';

const test = suite<World>('matrix of tools');
test.before((world) => setUp(world));
test.after(tearDown);

const operations: readonly OperationRow[] = managerOperations;
const { permissions } = readContract();
const NOBODY = '01939f6a-7c1e-7b1a-9d2e-5f0c8a4b6e21';
/** Whoever calls these shows something else than who is signed in. */
const OPEN = ['public', 'ticket', 'agent-signature', 'polling-token', 'mfa'];

/** What an API token may do of sign-in, profile and users. Everything else of it is people's. */
const OF_PEOPLE_FOR_TOOLS = [
  'getCurrentUser',
  'listUsers',
  'getUser',
  'listUserSessions',
  'revokeUserSessions',
  'endUserSession',
];

const isPeoples = ({ path, operationId }: OperationRow): boolean =>
  /^\/api\/v1\/(auth|users)\b/.test(path) && !OF_PEOPLE_FOR_TOOLS.includes(operationId);

/** Of whom the pipeline lets through, what the operation answers is its own affair. */
function expected(operation: OperationRow, role: string): string {
  const { permission } = operation;
  if (permission !== 'authenticated' && !permissions[permission]?.includes(role)) return '403 FORBIDDEN';
  if (isPeoples(operation)) return '403 FORBIDDEN';
  return operation.fresh ? '403 REAUTHENTICATION_REQUIRED' : 'let through';
}

const WATCHED = ['401 UNAUTHENTICATED', '403 FORBIDDEN', '403 REAUTHENTICATION_REQUIRED'];

async function met({ one }: World, credential: string, { method, path }: OperationRow): Promise<string> {
  const target = `${method.toUpperCase()} ${path.replace('/api/v1', '').replaceAll(/\{[^}]+\}/g, NOBODY)}`;
  const text = outcome(await call(one, credential, target));
  return WATCHED.includes(text) ? text : 'let through';
}

const closed = operations.filter(({ permission }) => !OPEN.includes(permission));

for (const role of ['reporter', 'operator', 'admin'] as const)
  test(`a token of the role ${role} does what that role may, and nothing of people's`, async (world) => {
    const owner = await person(world.one, { role: 'admin' });
    const { token } = await newToken(world.one, owner, { role });
    const found: string[] = [];
    for (const operation of closed)
      found.push(`${operation.operationId}: ${await met(world, token, operation)}`);
    assert.equal(
      found,
      closed.map((operation) => `${operation.operationId}: ${expected(operation, role)}`),
    );
  });

test('who is disabled or gone, and what has expired, is 401 everywhere', async (world) => {
  const { one, clock } = world;
  const [disabled, gone, late] = [await person(one), await person(one), await person(one)];
  const tokens = [await newToken(one, disabled), await newToken(one, gone), await newToken(one, late)];
  const sessions = [await signIn(one, disabled), await signIn(one, late)];
  await changeAccount(one, disabled.id, { disabled: true });
  await one.ctx.tx((tx) => one.ctx.core.identity.accounts.remove(tx, gone.id, bySystem));
  await one.ctx.tx(({ knex }) =>
    knex('users_tokens').where('account_id', late.id).update({ expires_at: clock.now() }),
  );
  await clock.advance(16 * 60_000);
  for (const credential of [...tokens.map(({ token }) => token), ...sessions])
    for (const operation of closed)
      assert.is(await met(world, credential, operation), '401 UNAUTHENTICATED', operation.operationId);
});

test.run();
