import { suite, type Test } from 'uvu';
import * as assert from 'uvu/assert';
import { createHostileProvider, type HostileProvider } from './hostileProvider.testing.ts';
import { createSsoApp, oidcFor, type SsoApp } from './sso.testing.ts';

export interface World {
  app: SsoApp;
  provider: HostileProvider;
}

export const SSO = '/api/v1/auth/sso';

/** A suite over the API whose provider does what `provider.lies` says; each test begins without a lie. */
export function hostileSuite(name: string): Test<World> {
  const test = suite<World>(name);
  test.before(async (world) => {
    world.app = await createSsoApp();
    world.provider = await createHostileProvider(() => Math.floor(world.app.clock.now().getTime() / 1_000));
    await world.app.configure(oidcFor(world.provider.origin));
  });
  test.before.each(({ provider }) => {
    provider.lies = {};
  });
  test.after(async ({ app, provider }) => {
    await app.stop();
    await provider.stop();
  });
  return test;
}

/** What a browser is told when it comes back from this provider; `-` when it is signed in. */
export async function outcome({ app, provider }: World, extra = ''): Promise<string> {
  const browser = app.browser();
  const away = await browser.page(`${SSO}/login`);
  if (away.location?.origin !== provider.origin) return away.fragment.get('sso_error') ?? 'lost';
  const back = await browser.page(`${SSO}/callback?${provider.approve(away.location)}${extra}`);
  assert.is(back.location?.pathname, '/sign-in');
  return back.fragment.get('sso_error') ?? (back.fragment.has('sso_code') ? '-' : 'lost');
}
