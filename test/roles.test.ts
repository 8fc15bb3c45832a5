// tier: night
// time-limit: 300
/**
 * Every operation of the contract, called on a whole manager with each kind of credential there is. By day
 * test/contractWalk.test.ts shows of the plain ones that they are refused what is not theirs.
 */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { managerOperations } from '../generated/managerOperations.ts';
import { core, plugins } from '../server/plugins.ts';
import { createPluginTest, type PluginTest } from '#sdk/testing.ts';
import { admitCallers, ADMIN_PASSWORD, type Caller } from './support/roles/callers.ts';
import { expected } from './support/roles/table.ts';
import { exchange } from './support/walk/exchange.ts';
import { NOBODY } from './support/walk/walker.ts';
import { IN_THE_KIT } from './support/walk/world.ts';

interface World {
  kit: PluginTest;
  callers: ReadonlyMap<string, Caller>;
}

const test = suite<World>('who may call what');
test.before(async (world) => {
  const others = core.filter(({ name }) => !IN_THE_KIT.includes(name));
  world.kit = await createPluginTest({
    plugins: [...others, ...plugins],
    authenticate: 'identity',
    // Without a public name there are no passkeys.
    config: { adminPassword: ADMIN_PASSWORD, publicUrl: 'https://manager.example.org' },
  });
  world.callers = await admitCallers(world.kit);
});
test.after(({ kit }) => kit.stop());

type Operation = (typeof managerOperations)[number];

/** Bodies of operations that would complain of a missing body before they look at the bearer. */
const BODIES: Readonly<Record<string, object>> = {
  completeWebauthnAuthentication: { challenge_key: 'x'.repeat(43), serialized_assertion: '{}' },
};

/**
 * Whether the caller passes all checks of the credential. The operation behind them may answer anything except an error
 * of its own.
 */
async function met({ kit }: World, { operationId, method, path }: Operation, credential: string | null) {
  const body = BODIES[operationId];
  const { status, body: answer } = await exchange(`${kit.url}${path.replaceAll(/\{[^}]+\}/g, NOBODY)}`, {
    method: method.toUpperCase(),
    headers: {
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...(credential === null ? {} : { authorization: `Bearer ${credential}` }),
    },
    ...(body ? { text: JSON.stringify(body) } : {}),
  });
  const { code = '' } = (answer as { error?: { code: string } } | null)?.error ?? {};
  assert.ok(status < 500, `${operationId}: ${status} ${code}`);
  return status === 401 || status === 403 ? `${status} ${code}` : 'let in';
}

const CALLERS = [
  'nobody',
  'a reporter',
  'an operator',
  'an administrator',
  'an administrator who signed in eleven minutes ago',
  'an operator who is kept to some groups',
  'a tool of a reporter',
  'a tool of an operator',
  'a tool of an administrator',
  'a tool that is kept to some groups',
  'a tool that is less than its owner',
  'an administrator between password and second factor',
  'an administrator whose session is for the set-up',
  'an administrator whose session is older than the policy',
  'a tool whose owner owes a second factor',
  'an administrator with a refresh token',
  'an administrator whose access token has expired',
  'an administrator whose session was ended',
  'an administrator who was disabled',
  'an administrator who must change the password',
  'somebody who was deleted',
  'a tool that has expired',
  'a tool whose owner was disabled',
  'a tool whose owner must change the password',
  'a tool whose owner was deleted',
];

test('each kind of caller is there', ({ callers }) => {
  assert.equal([...callers.keys()].sort(), [...CALLERS].sort());
});

for (const name of CALLERS)
  test(`${name} gets what is theirs of all operations, and nothing else`, async (world) => {
    const caller = world.callers.get(name);
    assert.ok(caller);
    const deviations: string[] = [];
    for (const operation of managerOperations) {
      const wanted = expected(operation.operationId, caller);
      const got = await met(world, operation, caller.credential);
      if (got !== wanted) deviations.push(`${operation.operationId}: ${got}, and not ${wanted}`);
    }
    assert.equal(deviations, []);
  });

test.run();
