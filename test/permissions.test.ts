/**
 * Two thousand generated roles against an independent reading of the contract's files: what an owner, a token of that
 * owner may call is the intersection that the table says. By HTTP test/roles.test.ts shows it of each kind of
 * credential, and plugins/users/roles.test.ts of custom roles.
 */
import { globSync, readFileSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { parse } from 'yaml';
import { readContract } from '../server/contract.ts';
import { withoutSession, type Actor } from '../server/kernel/security/actor.ts';
import { mayCall, TOKEN_SCOPES } from '../server/kernel/security/permissions.ts';
import { permissionsOfToken } from '../plugins/users/domain.ts';

const test = suite('the table of permissions');

interface Part {
  paths?: Record<string, Record<string, { operationId?: string; 'x-permission'?: string }>>;
  'x-permissions'?: Record<string, string[]>;
}

/** The files as they were written, not what `npm run generate` makes of them. */
const parts = [
  'openapi/manager.yaml',
  ...globSync(['server/core/*/openapi.yaml', 'plugins/*/openapi.yaml']),
].map((file) => parse(readFileSync(file, 'utf8')) as Part);
const permissionOf = new Map(
  parts.flatMap(({ paths = {} }) =>
    Object.values(paths).flatMap((item) =>
      Object.values(item).flatMap(({ operationId, 'x-permission': permission }) =>
        operationId === undefined ? [] : [[operationId, permission ?? ''] as const],
      ),
    ),
  ),
);
const setsOf = new Map(parts.flatMap((part) => Object.entries(part['x-permissions'] ?? {})));
const names = [...setsOf.keys()];

/** The same numbers each time (mulberry32). */
function numbers(seed: number): () => number {
  let at = seed;
  return () => {
    at = (at + 0x6d2b79f5) | 0;
    let mixed = Math.imul(at ^ (at >>> 15), 1 | at);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const OPEN = ['public', 'mfa', 'polling-token', 'agent-signature', 'ticket'];
const caller = (permissions: readonly string[]): Actor => ({
  kind: 'token',
  id: '1',
  name: 'x',
  role: 'some',
  ...withoutSession,
  permissions,
});

test('2,000 roles may call exactly what the written table says, as an owner and through a token', () => {
  const { operations, permissions: table } = readContract();
  assert.equal(operations.map(({ operationId }) => operationId).sort(), [...permissionOf.keys()].sort());
  const random = numbers(38);
  const some = <T>(all: readonly T[], share: number): T[] => all.filter(() => random() < share);
  const deviations: string[] = [];
  let checked = 0;
  for (let count = 0; count < 2_000; count++) {
    const [owner, role] = [some(names, random()), some(names, random())];
    const scopes = random() < 0.3 ? null : some(TOKEN_SCOPES, random());
    const [asOwner, asToken] = [
      caller(owner),
      caller(permissionsOfToken(table, { scopes, sets: [role, owner] })),
    ];
    for (const { operationId, permission } of operations) {
      const needed = permissionOf.get(operationId) ?? '';
      const isFree = OPEN.includes(needed) || needed === 'authenticated';
      const ofOwner = isFree || owner.includes(needed);
      const inScope = scopes === null || scopes.some((scope) => setsOf.get(needed)?.includes(scope));
      const ofToken = isFree || (owner.includes(needed) && role.includes(needed) && inScope);
      checked += 2;
      if (mayCall(permission, asOwner) !== ofOwner) deviations.push(`${operationId}: an owner with ${owner}`);
      if (mayCall(permission, asToken) !== ofToken) deviations.push(`${operationId}: a token with ${role}`);
    }
  }
  assert.equal(deviations.slice(0, 10), []);
  assert.ok(checked > 800_000);
});

test('each scope is within what administrators may do, and the fixed roles hold each other', () => {
  const held = (set: string): string[] => names.filter((name) => setsOf.get(name)?.includes(set));
  const within = (one: string, other: string): boolean =>
    held(one).every((permission) => held(other).includes(permission));
  for (const scope of TOKEN_SCOPES) assert.ok(held(scope).length > 0 && within(scope, 'admin'), scope);
  assert.equal(
    [within('reporter', 'operator'), within('operator', 'admin'), within('read', 'reporter')],
    [true, true, true],
  );
});

test.run();
