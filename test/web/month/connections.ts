import { cheapIdentity, PASSWORD } from '#server/core/identity/identity.testing.ts';
import { createFakeClock } from '#server/kernel/clock.ts';
import { core, plugins } from '#server/plugins.ts';
import { createTestApp, type TestApp } from '#server/testing.ts';
import { MAIL_HOST, startMailServer, type MailServer } from '#plugins/notifications/mailServer.testing.ts';
import {
  startReceiver,
  testNotifications,
  type Receiver,
} from '#plugins/notifications/notifications.testing.ts';
import { realProvider } from '#plugins/sso/realProvider.testing.ts';
import { CLIENT_ID, listenAsProvider, SECRET, testSso, type Listener } from '#plugins/sso/sso.testing.ts';
import { Keyboard } from '../../support/browserSteps.ts';
import type { Month } from './month.testing.ts';

/** A manager with its own network: a mail server, a receiver of webhooks and an identity provider, all real. */
interface Network {
  app: TestApp;
  mail: MailServer;
  receiver: Receiver;
  provider: Listener;
}

/** What the manager calls: a mail server, webhooks, and the provider of single sign-on. */
export function testConnections(month: Month): void {
  let network: Network;
  month.test.before(async () => {
    network = await startNetwork();
  });
  month.test.after(async () => {
    await network?.provider.stop();
    await network?.receiver.stop();
    await network?.mail.stop();
    await network?.app.stop();
  });

  const task = (name: string, most: number, run: (me: Keyboard) => Promise<void>): void =>
    month.test(name, async () => {
      const window = await month.window({ allow: /status of 40[01]/ });
      const me = new Keyboard(await window.open(`${network.app.url}/`));
      await me.signIn('admin', PASSWORD);
      await run(me);
      month.settle(name, most, me);
    });

  task('mail is set up and tested', 4, async (me) => {
    const { page } = me;
    await me.go('Notifications');
    await me.fill(page.getByLabel('Mail server'), MAIL_HOST);
    await me.fill(page.getByLabel('Port'), String(network.mail.port));
    await me.fill(page.getByLabel('Sender', { exact: true }), 'fleetmend@example.test');
    await me.fill(page.getByRole('textbox', { name: /Default recipients/ }), 'olga@example.test');
    await me.press(page.getByRole('button', { name: 'Save and send test mail' }));
    await page.getByText('Test mail accepted.').first().waitFor();
    // The port of the test's own server is none that one types: 587 is proposed.
    me.steps -= 1;
  });

  task('a webhook is set up and tested', 4, async (me) => {
    const { page } = me;
    await page.goto(`${network.app.url}/notifications?tab=webhooks`);
    await me.press(page.getByRole('button', { name: 'New webhook' }));
    await me.fill(page.getByRole('textbox', { name: 'Address (required)' }), network.receiver.url);
    await me.press(page.getByRole('button', { name: 'Save and send test' }));
    await page
      .getByText(/delivery succeeded\./)
      .first()
      .waitFor();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await me.press(page.getByRole('button', { name: 'Copy the secret' }));
    await page.getByText('Copied the secret').first().waitFor({ state: 'attached' });
  });

  task('single sign-on is set up and tested', 4, async (me) => {
    const { page } = me;
    await me.go('Single sign-on');
    await me.fill(page.getByLabel('Issuer'), network.provider.origin);
    await me.fill(page.getByLabel('Client id'), CLIENT_ID);
    await page.getByText('Provider found.').first().waitFor();
    await me.fill(page.getByLabel('Client secret'), SECRET);
    await me.press(page.getByRole('button', { name: 'Save and test' }));
    await page.getByText('Connection successful.').first().waitFor();
  });
}

async function startNetwork(): Promise<Network> {
  const ours: Record<string, (typeof plugins)[number]> = {
    identity: cheapIdentity,
    notifications: testNotifications,
    sso: testSso,
  };
  const app = await createTestApp({
    features: [...core, ...plugins].map((feature) => ours[feature.name] ?? feature),
    config: { adminPassword: PASSWORD },
    authenticate: 'identity',
    clock: createFakeClock(new Date()),
  });
  const callback = `${app.url}/api/v1/auth/sso/callback`;
  return {
    app,
    mail: await startMailServer({ mode: 'starttls' }),
    receiver: await startReceiver(),
    provider: await listenAsProvider((origin) =>
      realProvider(origin, { person: { id: 'subject-of-olga', groups: ['ops'] } }, [callback]),
    ),
  };
}
