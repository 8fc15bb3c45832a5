// time-limit: 300
// What an author outside of the checkout gets, used as he uses it: installed in a folder of his own, with a plugin in
// TypeScript that is type-checked, loaded and tested by it.
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { extract } from 'tar';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { root } from './files.ts';
import { packSdk } from './sdk.ts';

const test = suite<{ folder: string }>('@fleetmend/sdk');

const PLUGIN = `
import type { Kit } from '@fleetmend/sdk';
import type { HostsService } from '@fleetmend/sdk/hosts';
import type {} from './openapi.d.ts';

export type Hosts = HostsService;

export default ({ AppError, definePlugin, reply, setting }: Kit) => {
  const limits = setting.section('acme_echo', { max_length: setting.whole(5, { min: 1, max: 9 }) });
  return definePlugin({
    name: 'acme-echo',
    requires: ['maintenance-windows'],
    settings: [limits],
    errors: { ACME_ECHO_LONG: { status: 409, retryable: false, message: 'It is too long.' } },
    setup: (ctx) => ({
      routes: {
        async echo({ query }) {
          const { max_length: most } = await ctx.settings.get(limits);
          if (query.text.length > most) throw new AppError('ACME_ECHO_LONG');
          return reply(200, { text: query.text });
        },
      },
    }),
  });
};
`;

const OPENAPI = {
  openapi: '3.1.0',
  info: { title: 'Echo', version: '1' },
  paths: {
    '/api/v1/acme-echo': {
      get: {
        operationId: 'echo',
        tags: ['acme-echo'],
        'x-permission': 'hosts:read',
        parameters: [{ name: 'text', in: 'query', required: true, schema: { type: 'string' } }],
        responses: {
          200: {
            description: 'The same.',
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  additionalProperties: false,
                  required: ['text'],
                  properties: { text: { type: 'string' } },
                },
              },
            },
          },
          400: { $ref: '#/components/responses/BadRequest' },
          default: { $ref: '#/components/responses/UnexpectedError' },
        },
      },
    },
  },
  components: { 'x-error-codes': { ACME_ECHO_LONG: { description: 'It is too long.', retryable: false } } },
  'x-settings': {
    acme_echo: {
      type: 'object',
      additionalProperties: false,
      properties: { max_length: { type: 'integer', minimum: 1, maximum: 9 } },
    },
  },
};

const TEST = `
import assert from 'node:assert/strict';
import test from 'node:test';
import { createPluginTest } from '@fleetmend/sdk/testing';

test('echo, up to what the setting allows', async () => {
  const kit = await createPluginTest({ packages: [import.meta.dirname], hosts: 1 });
  const echo = (text: string) => kit.call('GET', '/api/v1/acme-echo?text=' + text);
  try {
    assert.deepEqual((await echo('abc')).body, { text: 'abc' });
    await kit.call('PUT', '/api/v1/settings', { body: { acme_echo: { max_length: 2 } } });
    assert.equal((await echo('abc')).status, 409);
  } finally {
    await kit.stop();
  }
});
`;

test.before(async (world) => {
  world.folder = mkdtempSync(path.join(tmpdir(), 'fleetmend-sdk-'));
  await install(await packSdk(world.folder), world.folder);
  const put = (name: string, text: string) => writeFileSync(path.join(world.folder, name), text);
  const compilerOptions = {
    target: 'ES2024',
    module: 'NodeNext',
    strict: true,
    skipLibCheck: true,
    noEmit: true,
    types: ['node'],
  };
  put('tsconfig.json', JSON.stringify({ compilerOptions }));
  const fleetmend = { name: 'acme-echo', contract: 1, openapi: 'openapi.json' };
  put('package.json', JSON.stringify({ name: 'echo', type: 'module', main: 'plugin.ts', fleetmend }));
  put('openapi.json', JSON.stringify(OPENAPI));
  put('plugin.ts', PLUGIN);
  put('plugin.test.ts', TEST);
});
test.after(({ folder }) => rmSync(folder, { recursive: true, force: true }));

test('a plugin is type-checked against its own OpenAPI file, and tested in a whole manager', ({ folder }) => {
  run(folder, 'node_modules/@fleetmend/sdk/sdk/command.mjs', 'types');
  run(folder, COMPILER, '-p', folder);
  run(folder, '--test', 'plugin.test.ts');
});

test('a wrong field, a missing handler and a class of the kit that is imported do not compile', ({
  folder,
}) => {
  const wrong: [string, string, RegExp][] = [
    ['query.text.length', 'query.txt.length', /Property 'txt' does not exist/],
    [
      'import type { Kit }',
      "import { AppError as E, type Kit } from '@fleetmend/sdk';\nnew E('NOT_FOUND');\nimport type { Kit as K }",
      /cannot be used as a value/,
    ],
    ['async echo(', 'async eko(', /'eko' does not exist/],
    [
      'reply(200, { text: query.text })',
      'reply(200, { text: 1 })',
      /'number' is not assignable to type 'string'/,
    ],
  ];
  for (const [from, to, expected] of wrong) {
    writeFileSync(path.join(folder, 'plugin.ts'), PLUGIN.replace(from, to));
    const { status, stdout } = call(folder, COMPILER, '-p', folder);
    assert.is.not(status, 0, to);
    assert.match(stdout, expected);
  }
});

test('the command says what is wrong in an OpenAPI file, as a manager would', ({ folder }) => {
  const file = path.join(folder, 'openapi.json');
  writeFileSync(file, readFileSync(file, 'utf8').replace('responses/BadRequest', 'responses/Worse'));
  const { status, stderr } = call(folder, 'node_modules/@fleetmend/sdk/sdk/command.mjs', 'types');
  assert.is(status, 1);
  assert.match(stderr, /^fleetmend-sdk: there is no #\/components\/responses\/Worse\n$/);
});

const COMPILER = path.join(root, 'node_modules/typescript-native/bin/tsc');

/** As npm does, with what the checkout has: each dependency that the package names, and no other. */
async function install(archive: string, folder: string): Promise<void> {
  const modules = path.join(folder, 'node_modules');
  const own = path.join(modules, '@fleetmend/sdk');
  mkdirSync(own, { recursive: true });
  await extract({ file: archive, cwd: own, strip: 1 });
  const { dependencies } = JSON.parse(readFileSync(path.join(own, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  for (const name of Object.keys(dependencies)) {
    const to = path.join(modules, name);
    mkdirSync(path.dirname(to), { recursive: true });
    if (!existsSync(to)) symlinkSync(path.join(root, 'node_modules', name), to);
  }
}

const call = (cwd: string, ...args: string[]) =>
  spawnSync(process.execPath, args, {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, NODE_TEST_CONTEXT: '' },
  });

function run(cwd: string, ...args: string[]): void {
  const { status, stdout, stderr } = call(cwd, ...args);
  assert.is(status, 0, stdout + stderr);
}

test.run();
