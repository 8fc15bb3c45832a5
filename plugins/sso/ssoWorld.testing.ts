/** A manager with single sign-on and a provider whose answers the test chooses, new for each test. */
import { suite, type Test } from 'uvu';
import * as assert from 'uvu/assert';
import type { AnyFeature } from '../../server/kernel/boot/loader.ts';
import { dialect, freshDatabase, type FreshDatabase } from '../../test/support/databases.ts';
import { createHostileProvider, type HostileProvider } from './hostileProvider.testing.ts';
import { createSsoApp, oidcFor, type Answer, type Browser, type SsoApp } from './sso.testing.ts';

export interface SsoWorld {
  place: FreshDatabase;
  app: SsoApp;
  provider: HostileProvider;
}

export const SSO = '/api/v1/auth/sso';

export const userOf = ({ body }: Answer) => body['user'] as Record<string, unknown>;
/** “409 SSO_DISABLED”. */
export const codeOf = ({ status, body }: Answer): string => `${status} ${body.error?.code ?? ''}`;

/** A suite whose tests each get a manager and a provider that are configured for each other. */
export function ssoSuite(name: string, features: readonly AnyFeature[] = []): Test<SsoWorld> {
  const test = suite<SsoWorld>(name);
  test.before.each(async (world) => {
    world.place = await freshDatabase(dialect);
    world.app = await createSsoApp({ databaseUrl: world.place.address.url, features });
    world.provider = await createHostileProvider(() => Math.floor(world.app.clock.now().getTime() / 1_000));
    assert.is((await world.app.configure(oidcFor(world.provider.origin))).status, 200);
  });
  test.after.each(async ({ app, provider, place }) => {
    await app.stop();
    await provider.stop();
    await place.cleanup();
  });
  return test;
}

/** Goes to the provider and back to the callback. */
export async function goAndReturn(
  { provider }: Pick<SsoWorld, 'provider'>,
  browser: Browser,
  { claims = {}, query = '' }: { claims?: object; query?: string } = {},
): Promise<Answer> {
  const away = await browser.page(`${SSO}/login${query}`);
  assert.is(away.status, 302, JSON.stringify(away.body));
  assert.ok(away.location);
  return browser.page(`${SSO}/callback?${provider.approve(away.location, claims as never)}`);
}

/** The whole sign-in as the page does it; if the callback refuses, its answer. */
export async function signIn(
  world: Pick<SsoWorld, 'app' | 'provider'>,
  claims: object = {},
): Promise<Answer> {
  const browser = world.app.browser();
  const back = await goAndReturn(world, browser, { claims });
  const code = back.fragment.get('sso_code');
  return code === null ? back : browser.exchange(code);
}
