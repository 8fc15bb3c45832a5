import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createTestApp, type TestApp } from '../../testing.ts';
import type { AnyFeature, Context } from './feature.ts';
import { section as settingsSection } from '../security/settings/section.ts';
import { assertManifestShape, assertSetupShape } from './manifestShape.ts';
import { assertPoints, validateManifests } from './manifests.ts';

const test = suite('what a manifest says is held against what is there');

const feature = (name: string, more: object = {}): AnyFeature =>
  ({ name, setup: () => ({ routes: {} }), ...more }) as AnyFeature;

function told(work: () => unknown): string {
  try {
    work();
    return 'accepted';
  } catch (error) {
    return (error as Error).message;
  }
}
const judged = (features: AnyFeature[], off: AnyFeature[] = []): string =>
  told(() => validateManifests(features, { off, commonErrors: { NOT_FOUND: spec } }));
const spec = { status: 404, retryable: false, message: '' };
const section = settingsSection('colours', {});

test('each entry has one owner', () => {
  const pairs: [object, string][] = [
    [{ settings: [section] }, 'b, manifest: section of settings colours belongs to a'],
    [{ errors: { X_FAILED: spec } }, 'b, manifest: error code X_FAILED belongs to a'],
    [{ commands: [{ name: 'thing list' }] }, 'b, manifest: command thing list belongs to a'],
  ];
  for (const [manifest, expected] of pairs)
    assert.is(judged([feature('a', manifest), feature('b', manifest)]), expected);
  assert.is(
    judged([feature('a', { errors: { NOT_FOUND: spec } })]),
    'a, manifest: error code NOT_FOUND belongs to the manager',
  );
});

test('names are of one form, not reserved, and not those of a plugin that is switched off', () => {
  assert.match(judged([feature('Some_Name')]), /its name is not of the form/);
  assert.match(judged([feature('kernel')]), /its name is reserved/);
  assert.match(
    judged([feature('a', { commands: [{ name: '--x' }] })]),
    /the command "--x" is not named by one/,
  );
  assert.match(judged([feature('a')], [feature('a')]), /two features have this name/);
});

test('what nobody asks, has or tells is refused; what does not ship cannot be judged', async () => {
  const work = () => Promise.resolve();
  const judge = (setup: object, requires: string[] = []) =>
    told(() => assertPoints(feature('a', { requires }), setup));
  for (const point of ['http.beforeRequest', 'fleet.collect', 'acme.before'])
    assert.is(judge({ hooks: { [point]: work } }), 'accepted');
  for (const point of ['http.before', 'hosts.beforeDelet', 'fleet.colect'])
    assert.is(judge({ hooks: { [point]: work } }), `it answers the hook ${point}, which nobody has`);
  assert.match(
    judge({ events: { 'hosts.hostMade': work } }),
    /hears the event hosts.hostMade, which nobody has/,
  );
  const steps = { 'hosts.hostDeleted': work };
  assert.is(judge({ steps }, ['hosts']), 'accepted');
  for (const requires of [[], ['hosts?']])
    assert.is(judge({ steps }, requires), 'it joins the step hosts.hostDeleted and does not require hosts');
  assert.match(
    judge({ steps: { 'hosts.hostGone': work } }, ['hosts']),
    /joins the step hosts.hostGone, which/,
  );
  const setup = () => ({ routes: {}, hooks: { 'http.before': work } });
  assert.match(await booted([feature('a', { setup })]), /^a, setup: it answers the hook http.before, which/);
});

/** What the set-up of `a` throws when it calls `work` with its context; `more` is added to its manifest. */
async function atSetup(work: (ctx: Context) => unknown, more: object = {}): Promise<string> {
  const setup = async (ctx: Context) => {
    await work(ctx);
    return { routes: {} };
  };
  return booted([feature('a', { ...more, setup })]);
}

async function booted(features: AnyFeature[], look?: (app: TestApp) => Promise<void>): Promise<string> {
  try {
    const app = await createTestApp({ features });
    await look?.(app);
    await app.stop();
    return 'accepted';
  } catch (error) {
    return (error as Error).message;
  }
}

test('what is not its own is refused at its first use', async () => {
  const ask = (point: string) => (ctx: Context) => ctx.hooks.ask(point as never, {} as never);
  assert.is(
    await atSetup(ask('b.before')),
    'a, setup: a asks the hook b.before, which is not named after it',
  );
  assert.is(await atSetup(ask('a.before')), 'accepted');
  const read = (ctx: Context) => ctx.settings.get(section);
  assert.is(await atSetup(read), 'a, setup: a reads the settings colours, which its manifest does not name');
  assert.is(await atSetup(read, { settings: [section] }), 'accepted');
  const readIn = (ctx: Context) => ctx.tx((tx) => ctx.settings.getIn(tx, section));
  assert.match(await atSetup(readIn), /a reads the settings colours, which/);
  const follow = (ctx: Context) => ctx.settings.inUpdate(section, () => Promise.resolve());
  assert.match(await atSetup(follow), /a follows the settings colours, which/);
  const write = (ctx: Context) => ctx.tx((tx) => ctx.outbox.write(tx, 'b.mails' as never, {} as never));
  assert.match(await atSetup(write), /a writes messages of the topic b.mails, which is not named after it/);
  const deliver = (ctx: Context) => ctx.outbox.deliver({ 'b.mails': {} } as never);
  assert.match(
    await atSetup(deliver),
    /a delivers messages of the topic b.mails, which is not named after it/,
  );
  const join = (ctx: Context) => ctx.tx((tx) => ctx.steps.join(tx, 'b.done' as never, {} as never));
  assert.match(await atSetup(join), /a has others join the step b.done, which is not named after it/);
});

test('a part of the configuration and a kind of the search have one owner', async () => {
  const twice = (ctx: Context) => {
    ctx.configuration.add({ name: 'groups' } as never);
    ctx.configuration.add({ name: 'groups' } as never);
  };
  assert.is(await atSetup(twice), "a, setup: the part groups of the configuration is another feature's");
  const foreign = (ctx: Context) => ctx.search.add({ kind: 'b-thing' } as never);
  assert.is(await atSetup(foreign), 'a, setup: the kind b-thing of its search does not begin with a-');
});

test('a feature schedules its own jobs alone', async () => {
  const jobs = { 'a.work': { run: () => Promise.resolve() } };
  let own: Context | undefined;
  const setup = (ctx: Context) => {
    own = ctx;
    return { routes: {}, jobs };
  };
  const answers: string[] = [];
  const schedule = (name: string) =>
    Promise.resolve(own?.jobs.schedule(name, null, { at: new Date(Date.now() + 3_600_000) })).then(
      () => 'accepted',
      (error: Error) => error.message,
    );
  const done = await booted([feature('a', { setup })], async () => {
    for (const name of ['a.work', 'a.wrok', 'b.work']) answers.push(await schedule(name));
  });
  assert.equal(
    [done, ...answers],
    [
      'accepted',
      'accepted',
      'a schedules a.wrok, which is no job of its set-up',
      'a schedules b.work, which is no job of its set-up',
    ],
  );
});

test('a manifest that no compiler has seen is held against its type', () => {
  assert.is(
    told(() => assertManifestShape(feature('a', { migrations: [], errors: { X_FAILED: spec } }))),
    'accepted',
  );
  const cases: [unknown, RegExp][] = [
    [null, /is no object/],
    [{ name: 'a' }, /has no setup/],
    [feature('a', { hook: [] }), /unknown entry hook/],
    [feature('a', { requires: 'hosts' }), /requires is of another kind/],
    [feature('a', { migrations: [{ name: 'a/001_x' }] }), /migrations is of another kind/],
    [feature('a', { errors: { X_FAILED: { status: '404' } } }), /errors is of another kind/],
  ];
  for (const [manifest, expected] of cases)
    assert.match(
      told(() => assertManifestShape(manifest)),
      expected,
    );
});

test('so is what its set-up returns: an entry of another name would be ignored', () => {
  const whole = { routes: {}, hooks: {}, steps: undefined, service: 1, stop: () => undefined };
  assert.is(
    told(() => assertSetupShape(whole)),
    'accepted',
  );
  const cases: [unknown, RegExp][] = [
    [undefined, /returns no routes/],
    [{ hooks: {} }, /returns no routes/],
    [{ routes: {}, search: [] }, /unknown entry search/],
    [{ routes: {}, started: true }, /the started of its set-up is of another kind/],
  ];
  for (const [setup, expected] of cases)
    assert.match(
      told(() => assertSetupShape(setup)),
      expected,
    );
});

test('a live event is told to those whom the contract names; one that it does not know is refused', async () => {
  const heard: string[] = [];
  const setup = (ctx: Context) => {
    ctx.live.onTold(({ kind, permission }) => void heard.push(`${kind} ${permission}`));
    ctx.live.tell(null, 'fleet.updated', {} as never);
    ctx.live.tell(null, 'job.log', {} as never);
  };
  assert.is(await atSetup(setup), 'a, setup: the contract says of no event job.log who may see it');
  assert.equal(heard, ['fleet.updated fleet:read']);
});

test.run();
