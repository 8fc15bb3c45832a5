// tier: night
// time-limit: 300
// What an author outside of the checkout gets, used as docs/extend/plugins.md tells him to: in a folder of his own, with the
// plugin that the page writes.
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

/** The files that docs/extend/plugins.md tells the reader to write, by name: what the fences of its code are labelled with. */
const FILES = new Map(
  [
    ...readFileSync(path.join(root, 'docs/extend/plugins.md'), 'utf8').matchAll(
      /^```\w+ (\S+)\n(.*?)^```$/gms,
    ),
  ].map(([, name = '', text = '']) => [name, text]),
);
const PLUGIN = FILES.get('plugin.ts') ?? '';

test.before(async (world) => {
  world.folder = mkdtempSync(path.join(tmpdir(), 'fleetmend-sdk-'));
  await install(await packSdk(world.folder), world.folder);
  mkdirSync(path.join(world.folder, 'web'));
  for (const [name, text] of FILES) writeFileSync(path.join(world.folder, name), text);
});
test.after(({ folder }) => rmSync(folder, { recursive: true, force: true }));

test('the plugin of docs/extend/plugins.md is typed by its own OpenAPI file, built, and tested in a whole manager', ({
  folder,
}) => {
  assert.equal([...FILES.keys()].sort(), [
    'openapi.json',
    'package.json',
    'plugin.test.ts',
    'plugin.ts',
    'tsconfig.json',
    'web/pages.js',
  ]);
  run(folder, COMMAND, 'types');
  run(folder, COMPILER, '-p', folder);
  run(folder, '--test', 'plugin.test.ts');
});

test('a wrong field, a missing handler, an unknown word and a class that is imported do not compile', ({
  folder,
}) => {
  const wrong: [string, string, RegExp][] = [
    ['request.body;', 'request.params;', /Property 'reason' does not exist/],
    ['async listHolds(', 'async listHold(', /listHolds/],
    ["kind: 'acme_holds_hold' as", "kind: 'acme_hold' as", /"acme_hold"' is not assignable/],
    ['reply(200, { holds })', 'reply(200, { holds: 1 })', /'number' is not assignable to type '{/],
    [
      'import type { Actor',
      "import { AppError as E } from '@fleetmend/sdk';\nnew E('NOT_FOUND');\nimport type { Actor",
      /cannot be used as a value/,
    ],
  ];
  for (const [from, to, expected] of wrong) {
    writeFileSync(path.join(folder, 'plugin.ts'), PLUGIN.replace(from, to));
    const { status, stdout } = call(folder, COMPILER, '-p', folder, '--noEmit');
    assert.is.not(status, 0, to);
    assert.match(stdout, expected);
  }
});

test('the command says what is wrong in an OpenAPI file, as a manager would', ({ folder }) => {
  const file = path.join(folder, 'openapi.json');
  writeFileSync(file, readFileSync(file, 'utf8').replace('responses/BadRequest', 'responses/Worse'));
  const { status, stderr } = call(folder, COMMAND, 'types');
  assert.is(status, 1);
  assert.match(stderr, /^fleetmend-sdk: there is no #\/components\/responses\/Worse\n$/);
});

const COMMAND = 'node_modules/@fleetmend/sdk/sdk/command.mjs';
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
