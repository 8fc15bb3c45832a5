/** For the suite of the routes of jobs: the app with a fake fleet of two hosts, and answers as they are read. */
import { defineCore } from '../../kernel/boot/feature.ts';
import { createFakeClock } from '../../kernel/clock.ts';
import { createTestApp, type TestApp } from '../../testing.ts';
import { hostsErrors } from '../hosts/errors.ts';
import { patchingFeatureOf } from './plugin.ts';
import { FakeFleet } from './testing/fakeFleet.ts';

export interface World {
  app: TestApp;
  fleet: FakeFleet;
}

/** The error codes of the real hosts feature, without hosts. */
export const hosts = defineCore({
  name: 'test-hosts',
  errors: hostsErrors,
  setup: () => ({ routes: {}, service: undefined as never }),
});

export async function setUp(world: World): Promise<void> {
  const clock = createFakeClock(new Date());
  world.fleet = new FakeFleet(clock, 2);
  world.app = await createTestApp({ features: [hosts, patchingFeatureOf(() => world.fleet)], clock });
}

export const json = (answer: { body: unknown }) =>
  answer.body as Record<string, never> & { id: string; state: string };
export const codeOf = (answer: { body: unknown }) =>
  (answer.body as { error?: { code: string } }).error?.code;
