import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { AnyFeature, Context, Feature } from './feature.ts';
import { createTestApp } from '../../testing.ts';

const test = suite('services between plugins');

/** The context as plugins without types see it: names are plain text. */
interface Asked {
  use(name: string): { next(): string };
  useIfOn(name: string): { next(): string } | null;
  core: Record<string, unknown>;
}

const windows: AnyFeature = {
  name: 'windows',
  setup: () => ({ routes: {}, service: { next: () => 'tonight' } }),
};

/** A plugin that keeps what `ask` gives at its set-up. */
function asking(manifest: object, ask: (ctx: Asked) => unknown) {
  const seen: unknown[] = [];
  const feature = {
    name: 'checks',
    ...manifest,
    setup(ctx: Context) {
      seen.push(ask(ctx as unknown as Asked));
      return { routes: {} };
    },
  } as AnyFeature;
  return { feature, seen };
}

async function boot(features: AnyFeature[], off: AnyFeature[] = []): Promise<string> {
  try {
    const app = await createTestApp({ features, off });
    await app.stop();
    return 'started';
  } catch (error) {
    return (error as Error).message;
  }
}

test('a plugin uses the service of one that it requires, whatever the order of the list', async () => {
  const { feature, seen } = asking({ requires: ['windows'] }, ({ use }) => use('windows').next());
  assert.is(await boot([feature, windows]), 'started');
  assert.equal(seen, ['tonight']);
});

test('an optional service is there when its plugin is on, and null when it is off or not installed', async () => {
  const ask = ({ useIfOn }: Asked) => useIfOn('windows')?.next() ?? null;
  const { feature, seen } = asking({ requires: ['windows?'] }, ask);
  assert.is(await boot([feature, windows]), 'started');
  assert.is(await boot([feature], [windows]), 'started');
  assert.is(await boot([feature]), 'started');
  assert.equal(seen, ['tonight', null, null]);
});

test('a required plugin that is switched off or not there stops the boot by name', async () => {
  const { feature } = asking({ requires: ['windows'] }, () => null);
  assert.is(
    await boot([feature], [windows]),
    'checks, manifest: it requires windows, which is switched off; switch that on, or this off too',
  );
  assert.is(await boot([feature]), 'checks, manifest: it requires windows, which is not there');
});

test('a cycle over required and optional services is told with all that take part, and no others', async () => {
  const named = (name: string, manifest: object): AnyFeature => ({
    name,
    ...manifest,
    setup: () => ({ routes: {} }),
  });
  const told = await boot([
    named('outer', { requires: ['a'] }),
    named('a', { requires: ['b'] }),
    named('b', { requires: ['c?'] }),
    named('c', { requires: ['a'] }),
  ]);
  assert.is(told, 'a, manifest: requirements form a cycle: a → b → c → a');
});

test('a service that the manifest does not name is refused, of core features too', async () => {
  const undeclared =
    /^checks, setup: checks asks for the service of windows, which its manifest does not name in requires$/;
  assert.match(await boot([asking({}, ({ use }) => use('windows')).feature, windows]), undeclared);
  assert.match(await boot([asking({}, ({ useIfOn }) => useIfOn('windows')).feature, windows]), undeclared);
  assert.match(await boot([asking({}, ({ core }) => core.windows).feature, windows]), undeclared);
});

test('an optional service is not asked for as if it were always on, nor one of a plugin that offers none', async () => {
  assert.match(
    await boot([asking({ requires: ['windows?'] }, ({ use }) => use('windows')).feature, windows]),
    /its manifest requires windows\?, so useIfOn\(\) gives it/,
  );
  const mute: AnyFeature = { name: 'windows', setup: () => ({ routes: {} }) };
  const none = /checks asks for a service of windows, which offers none/;
  assert.match(
    await boot([asking({ requires: ['windows'] }, ({ use }) => use('windows')).feature, mute]),
    none,
  );
  assert.match(
    await boot([asking({ requires: ['windows?'] }, ({ useIfOn }) => useIfOn('windows')).feature, mute]),
    none,
  );
});

/** Checked by the compiler: what plugins declare in `Services` is what `use` gives and what they must offer. */
declare module '#sdk' {
  interface Services {
    'test-bell': { ring(times: number): string };
  }
}
function typesOfServices(ctx: Context): void {
  const rung: string = ctx.use('test-bell').ring(2);
  // @ts-expect-error -- an optional service may be off
  const perhaps: string = ctx.useIfOn('test-bell').ring(2);
  // @ts-expect-error -- nobody declares it
  ctx.use('test-gong');
  // @ts-expect-error -- a service of another shape
  const wrong: Feature<'test-bell'> = { name: 'test-bell', setup: () => ({ routes: {}, service: {} }) };
  // @ts-expect-error -- no service at all
  const mute: Feature<'test-bell'> = { name: 'test-bell', setup: () => ({ routes: {} }) };
  void [rung, perhaps, wrong, mute];
}
void typesOfServices;

test.run();
