import { chmodSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { pino } from 'pino';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readContract } from '../contract.ts';
import * as kit from '#sdk';
import { loadPackages, shippedNames } from './choose.ts';
import { installExample, PACKAGE, type Json, type PluginPlace } from './installed.testing.ts';
import { loadInstalled, withInstalled, type InstalledPlugin } from './load.ts';

const test = suite<{ place: PluginPlace }>('plugins of third parties');
const log = pino({ level: 'silent' });
const ADVICE =
  'Install a version of the plugin that fits this manager, take it out of `plugins`, or name it in `disabled_plugins`';

test.before.each((world) => {
  world.place = installExample();
});
test.after.each(({ place }) => place.cleanup());

const load = ({ pluginsDir }: PluginPlace, disabledPlugins: string[] = [], plugins = [PACKAGE]) =>
  loadInstalled({ plugins, pluginsDir, disabledPlugins }, shippedNames, log);

/** The whole line that the manager ends with. */
async function told(place: PluginPlace, ...more: [string[]?, string[]?]): Promise<string> {
  try {
    await withInstalled(readContract(), await load(place, ...more), log);
    return 'loaded';
  } catch (error) {
    return (error as Error).message;
  }
}

test('a package becomes a feature made of the classes of this manager, and a part of the contract', async ({
  place,
}) => {
  const installed = await load(place);
  const contract = await withInstalled(readContract(), installed, log);
  const [{ name, feature }] = installed as [InstalledPlugin];
  assert.equal([name, feature?.name, feature?.migrations?.length], ['acme-notes', 'acme-notes', 1]);
  const own = contract.operations.filter((operation) => operation.feature === 'acme-notes');
  assert.equal(
    own.map(({ operationId, permission }) => [operationId, permission]),
    [
      ['listNotes', 'acme-notes:read'],
      ['createNote', 'acme-notes:write'],
      ['deleteNotes', 'acme-notes:write'],
    ],
  );
  assert.equal(contract.permissions['acme-notes:write'], ['admin', 'operator']);
  const { components, paths, tags } = contract.document as unknown as Json;
  assert.ok(paths['/api/v1/acme-notes'] && paths['/api/v1/hosts'] && components.schemas.AcmeNote);
  assert.ok(components.schemas.ErrorCode.enum.includes('ACME_NOTES_FULL'));
  assert.ok(components.schemas.AuditAction.enum.includes('acme_notes.note_written'));
  assert.ok(components.schemas.Settings.properties.acme_notes);
  assert.ok((tags as { name: string }[]).some((tag) => tag.name === 'acme-notes'));
  assert.not.ok('/api/v1/acme-notes' in readContract().document.paths, 'what ships stays as it is');
});

test('its settings have a form, with the values of its manifest and the words and limits of its schemas', async ({
  place,
}) => {
  const formOf = async () => (await load(place))[0]?.web?.settings[0];
  const [most, order] = (await formOf())?.fields ?? [];
  assert.equal([most?.kind, most?.label, most?.standard, most?.maximum], ['number', 'Most notes', 100, 1000]);
  assert.equal([order?.kind, order?.choices, order?.standard], ['choice', ['oldest', 'newest'], 'oldest']);
  place.edit('openapi.json', (json) => {
    delete json['x-settings'].acme_notes.properties.max_notes.title;
    json['x-settings'].acme_notes.properties.order.type = 'object';
    delete json['x-settings'].acme_notes.properties.order.enum;
  });
  const { title, fields } = (await formOf()) ?? {};
  assert.is(title, 'Notes about hosts');
  assert.equal(
    fields?.map(({ label }) => label),
    ['Max notes'],
    'words of its name, and no field of an unknown kind',
  );
});

test('what ships as a package is loaded like one of a third party, before those, and can be switched off', async ({
  place,
}) => {
  const names = async (disabledPlugins: string[]): Promise<string[]> => {
    const where = { plugins: [PACKAGE], pluginsDir: place.pluginsDir, disabledPlugins };
    const installed = await loadPackages(where, log);
    await withInstalled(readContract(), installed, log);
    return installed.map(({ name, feature }) => `${name} ${feature ? 'on' : 'off'}`);
  };
  assert.equal(await names([]), ['exposure-feeds on', 'acme-notes on']);
  assert.equal(await names(['exposure-feeds']), ['exposure-feeds off', 'acme-notes on']);
  place.edit('package.json', (json) => (json.fleetmend.name = 'exposure-feeds'));
  const refusal = await names([]).then(() => 'loaded', String);
  assert.match(refusal, /its name exposure-feeds is that of another plugin/);
});

test('a package without operations, settings and codes needs no OpenAPI file', async ({ place }) => {
  place.edit('package.json', (json) => delete json.fleetmend.openapi);
  place.write('plugin.js', 'export default () => ({ name: "acme-notes", setup: () => ({ routes: {} }) });');
  assert.is(await told(place), 'loaded');
  const throwing = '{ ACME_NOTES_FULL: { status: 409, retryable: false, message: "Full." } }';
  place.write('other.js', `export default () => ({ name: "acme-notes", errors: ${throwing}, setup() {} });`);
  place.edit('package.json', (json) => (json.main = 'other.js'));
  assert.match(await told(place), /its OpenAPI file .* lacks ACME_NOTES_FULL\./);
});

test('a path names a package too', async ({ place }) => {
  assert.is(await told(place, [], [place.directory]), 'loaded');
});

test('what cannot be loaded is told in one line with the package, the stage and what to do', async ({
  place,
}) => {
  place.write('plugin.js', 'throw new Error("no\\nluck")');
  assert.is(await told(place), `${PACKAGE}, load: no luck. ${ADVICE}`);
});

const BROKEN: [string, (place: PluginPlace) => void, RegExp][] = [
  [
    'a missing package',
    ({ directory }) => rmSync(directory, { recursive: true }),
    /the package is in none of .* npm install --prefix/,
  ],
  [
    'a missing OpenAPI file',
    ({ directory }) => rmSync(path.join(directory, 'openapi.json')),
    /it lacks its file .*openapi.json/,
  ],
  [
    'a missing module',
    ({ directory }) => rmSync(path.join(directory, 'plugin.js')),
    /it lacks its file .*plugin.js/,
  ],
  [
    'no description',
    (place) => place.edit('package.json', (json) => delete json.fleetmend),
    /lacks "fleetmend": \{ "name", "contract" \}/,
  ],
  [
    'another level',
    (place) => place.edit('package.json', (json) => (json.fleetmend.contract = 2)),
    /it is built for contract level 2, and this manager has 1/,
  ],
  [
    'the name of what ships',
    (place) => place.edit('package.json', (json) => (json.fleetmend.name = 'polling')),
    /its name polling is that of another plugin/,
  ],
  [
    'another name than its manifest',
    (place) => place.edit('package.json', (json) => (json.fleetmend.name = 'other')),
    /its OpenAPI file .*: the permission acme-notes:read is not named other:<verb>/,
  ],
  [
    'no function',
    (place) => place.write('plugin.js', 'export default {};'),
    /exports no function \(kit\) => plugin by default/,
  ],
  [
    'no manifest',
    (place) => place.write('plugin.js', 'export default () => ({ name: "acme-notes" });'),
    /the manifest has no setup/,
  ],
  [
    'a module outside',
    (place) => place.edit('package.json', (json) => (json.main = '../../x.js')),
    /it lacks its file|lies outside of the package/,
  ],
  [
    'a module that anybody may write',
    ({ directory }) => chmodSync(path.join(directory, 'plugin.js'), 0o666),
    /everybody may write .*plugin.js/,
  ],
  [
    'pages beside the code of the server, which would be served with them',
    (place) => {
      place.write('pages.js', '');
      place.edit('package.json', (json) => (json.fleetmend.pages = 'pages.js'));
    },
    /pages.js do not lie in a folder of their own/,
  ],
  [
    'pages that are not there',
    (place) => place.edit('package.json', (json) => (json.fleetmend.pages = 'web/gone.js')),
    /it lacks its file .*gone.js/,
  ],
  [
    'pages of another kind',
    (place) => place.edit('package.json', (json) => (json.fleetmend.pages = 7)),
    /"pages" names no file/,
  ],
  [
    'pages in its manifest',
    (place) =>
      place.write('plugin.js', 'export default () => ({ name: "acme-notes", setup() {}, web: {} });'),
    /the manifest has an unknown entry web/,
  ],
];

for (const [what, breakIt, expected] of BROKEN) {
  test(`${what} keeps the manager from starting`, async ({ place }) => {
    breakIt(place);
    const line = await told(place);
    assert.match(line, expected);
    assert.ok(line.startsWith(`${PACKAGE}, `) && line.endsWith(ADVICE) && !line.includes('\n'), line);
  });
}

test('a link that leads out of the package is refused', async ({ place }) => {
  mkdirSync(path.join(place.pluginsDir, 'elsewhere'));
  rmSync(path.join(place.directory, 'openapi.json'));
  symlinkSync('/etc/hostname', path.join(place.directory, 'openapi.json'));
  assert.match(await told(place), /openapi.json lies outside of the package/);
});

test('of a plugin that is switched off no code runs, and what is wrong with it keeps nobody from starting', async ({
  place,
}) => {
  place.write('plugin.js', 'throw new Error("it ran")');
  const [off] = (await load(place, ['acme-notes'])) as [InstalledPlugin];
  assert.equal([off.feature, off.document === null], [null, false]);
  place.write('openapi.json', '{');
  place.edit('package.json', (json) => (json.fleetmend.contract = 99));
  assert.is(await told(place, ['acme-notes']), 'loaded');
});

const get = (json: Json): Json => json.paths['/api/v1/acme-notes'].get;

const WRONG: [string, (document: Json) => void, RegExp][] = [
  [
    'a path that is taken, whatever its parameter is called',
    (json) => (json.paths['/api/v1/hosts/{any}'] = { get: { ...get(json), operationId: 'listOther' } }),
    /the path \/api\/v1\/hosts\/\{any\}: the contract has that already/,
  ],
  [
    'an operationId that is taken',
    (json) => (get(json).operationId = 'listHosts'),
    /the operationId listHosts: the contract has/,
  ],
  ['a tag that is taken', (json) => get(json).tags.push('hosts'), /the tag hosts: the contract has/],
  [
    'a schema that is taken',
    (json) => (json.components.schemas.Host = {}),
    /components.schemas.Host: the contract has/,
  ],
  [
    'an operationId twice',
    (json) => (get(json).operationId = 'createNote'),
    /the operationId createNote: the contract has/,
  ],
  [
    'a path elsewhere',
    (json) => (json.paths['/login'] = {}),
    /the path \/login does not begin with \/api\/v1\//,
  ],
  ['no x-permission', (json) => delete get(json)['x-permission'], /listNotes has no x-permission/],
  [
    'a permission of nobody',
    (json) => (get(json)['x-permission'] = 'acme-notes:raed'),
    /listNotes has the x-permission acme-notes:raed, which no role is given/,
  ],
  [
    'a permission that reads credentials',
    (json) => (get(json)['x-permission'] = 'ticket'),
    /listNotes has the x-permission ticket/,
  ],
  [
    'a permission of others',
    (json) => (json['x-permissions']['hosts:read'] = ['reporter']),
    /the permission hosts:read is not named acme-notes:<verb>/,
  ],
  [
    'a role of its own',
    (json) => (json['x-permissions']['acme-notes:read'] = ['guest']),
    /is given to no list of admin, operator, reporter/,
  ],
  ['another first tag', (json) => (get(json).tags = ['notes']), /listNotes: its first tag is not acme-notes/],
  ['an operation for another feature', (json) => (get(json)['x-feature'] = 'hosts'), /x-feature names hosts/],
  [
    'a reference to a file',
    (json) => (get(json).responses.default = { $ref: 'file:///etc/passwd' }),
    /\$ref is "file:\/\/\/etc\/passwd"/,
  ],
  [
    'a reference to nowhere',
    (json) => (get(json).responses.default = { $ref: '#/components/responses/Gone' }),
    /there is no #\/components\/responses\/Gone/,
  ],
  [
    'a schema that is none',
    (json) => (json.components.schemas.AcmeNote.type = 'thing'),
    /the schema AcmeNote is none/,
  ],
  [
    'a pattern that is none',
    (json) => (json.components.schemas.AcmeNote.properties.text.pattern = '('),
    /the schema AcmeNote is none: pattern is "\("/,
  ],
  ['another version', (json) => (json.openapi = '3.0.3'), /openapi is "3.0.3", and must be 3.1.x/],
  ['an entry that is not taken over', (json) => (json.webhooks = {}), /webhooks: not taken over/],
  [
    'words of others for the audit log',
    (json) => json['x-audit'].actions.push('host.deleted'),
    /x-audit: host.deleted/,
  ],
  ['settings of others', (json) => (json['x-settings'].polling = {}), /x-settings: polling does not begin/],
  [
    'no section of the settings',
    (json) => delete json['x-settings'].acme_notes,
    /its OpenAPI file \(x-error-codes, x-settings\) lacks acme_notes\./,
  ],
  [
    'a field fewer in its settings',
    (json) => delete json['x-settings'].acme_notes.properties.max_notes,
    /its OpenAPI file .* lacks acme_notes.max_notes\./,
  ],
  [
    'a field more in its settings',
    (json) => (json['x-settings'].acme_notes.properties.least = { type: 'integer' }),
    /: its manifest \(errors, settings\) lacks acme_notes.least\./,
  ],
  [
    'other words for a choice',
    (json) => (json['x-settings'].acme_notes.properties.order.enum = ['oldest', 'best']),
    /its OpenAPI file .* lacks acme_notes.order "newest"; its manifest .* lacks acme_notes.order "best"\./,
  ],
  [
    'a setting that is described elsewhere',
    (json) => (json['x-settings'].acme_notes.properties.order = { $ref: '#/components/schemas/AcmeNote' }),
    /x-settings: acme_notes.order is a \$ref/,
  ],
  [
    'a code that the manifest has not',
    (json) => (json.components['x-error-codes'].ACME_OTHER = {}),
    /its manifest .* lacks ACME_OTHER\./,
  ],
  [
    'more than 1 MiB',
    (json) => (json.info.description = 'x'.repeat(1_100_000)),
    /it has \d+ bytes, and may have 1048576/,
  ],
  [
    'too many operations',
    (json) => {
      for (let at = 0; at < 200; at++)
        json.paths[`/api/v1/n${at}`] = { get: { ...get(json), operationId: `n${at}` } };
    },
    /it has 203 operations, and may have 200/,
  ],
  [
    'a document that is nested too deep',
    (json) => {
      let at = json.info;
      for (let depth = 0; depth < 100; depth++) at = at.x = {};
    },
    /it is nested deeper than 64/,
  ],
];

for (const [what, change, expected] of WRONG) {
  test(`an OpenAPI file with ${what} is refused`, async ({ place }) => {
    place.edit('openapi.json', change);
    const line = await told(place);
    assert.match(line, expected);
    assert.ok(line.startsWith(`${PACKAGE}, `) && line.endsWith(ADVICE), line);
  });
}

test('the kit is the contract of plugins, with its level', () => {
  assert.is(kit.CONTRACT_LEVEL, 1);
  for (const name of ['AppError', 'BaseModel', 'columns', 'definePlugin', 'empty', 'newId', 'reply'] as const)
    assert.type(kit[name as keyof typeof kit], name === 'columns' ? 'object' : 'function', name);
});

test.run();
