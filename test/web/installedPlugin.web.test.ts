// needs: chromium
// A third party's plugin brings a page: it works like ours, cannot replace ours, and breaks nothing when it is broken.
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { installExample, PACKAGE, type PluginPlace } from '../../server/installed/installed.testing.ts';
import { launchBrowser, openWindow, signIn, type Browser, type Page } from '../support/browser.ts';
import { judge } from '../support/browserStage.ts';
import { nav, navLink } from '../support/browserNav.ts';
import { ADMIN_PASSWORD, createManager, type ManagerProcess } from '../support/manager.ts';

interface World {
  place: PluginPlace;
  dataDir: string;
  browser: Browser;
}

const test = suite<World>('web: the page of a third party');
const NOTES = '/acme-notes';

test.before(async (world) => {
  world.place = installExample();
  world.dataDir = (await createManager()).dataDir;
  world.browser = await launchBrowser();
});
test.after(async ({ place, browser }) => {
  await browser?.close();
  place?.cleanup();
});

/** Starts a manager with these settings, and opens a signed-in tab at this page, which must report no problems. */
async function visit(
  { place, dataDir, browser }: World,
  { where, env = {}, allow }: { where: string; env?: Record<string, string>; allow?: RegExp },
  work: (page: Page, manager: ManagerProcess) => Promise<void>,
): Promise<void> {
  const plugins = { FLEETMEND_PLUGINS_DIR: place.pluginsDir, FLEETMEND_PLUGINS: PACKAGE };
  const manager = await createManager({ port: 0, dataDir, env: { ...plugins, ...env } });
  await manager.start();
  const window = await openWindow(browser, allow ? { allow } : {});
  try {
    await manager.signIn();
    const page = await window.open(manager.url + where);
    await signIn(page, 'admin', ADMIN_PASSWORD);
    await work(page, manager);
    assert.equal(window.problems, []);
  } finally {
    await window.close();
    await manager.stop();
  }
}

test('its page is in the navigation, reads and writes, and is judged like ours, under the same policy', async (world) => {
  await visit(world, { where: NOTES }, async (page, manager) => {
    await page.getByRole('heading', { level: 1, name: 'Notes about hosts' }).waitFor();
    await page.getByText('Nobody has noted anything.').waitFor();
    const host = { fqdn: 'noted.example.org', ip_address: '10.0.4.30' };
    await manager.must('POST', '/api/v1/hosts', host);
    await page.reload();
    await page.getByText('This host is new.').waitFor();
    await page.getByRole('textbox', { name: 'Note' }).fill('Replaced its disk <b>twice</b>');
    await page.getByRole('button', { name: 'Write' }).click();
    await page.getByText('Replaced its disk <b>twice</b>').waitFor();
    await judge(page);
    await (await navLink(page, 'Hosts')).click();
    await page.getByRole('grid', { name: 'Hosts' }).waitFor();
    await nav(page).getByRole('list', { name: 'Fleet' }).getByRole('link', { name: 'Notes' }).click();
    await page.getByRole('heading', { level: 1, name: 'Notes about hosts' }).waitFor();
    assert.is(await page.title(), 'Notes about hosts · Fleetmend');
  });
});

test('its settings have a form among ours, which says what is wrong and saves', async (world) => {
  await visit(world, { where: '/settings' }, async (page, manager) => {
    await page.getByRole('tab', { name: 'Plugins' }).click();
    const form = page.getByRole('form', { name: 'Notes about hosts' });
    const most = form.getByRole('spinbutton', { name: 'Most notes' });
    await form.getByText('Of all hosts together.').waitFor();
    await most.fill('1001');
    await form.getByRole('button', { name: 'Save' }).click();
    await form.getByText('At most 1,000.').waitFor();
    await most.fill('7');
    await form.getByRole('combobox', { name: 'First come the' }).selectOption('newest');
    await form.getByRole('button', { name: 'Save' }).click();
    await form.getByText('Saved.', { exact: true }).waitFor();
    const { acme_notes: saved } = await manager.must<{ acme_notes: object }>('GET', '/api/v1/settings');
    assert.equal(saved, { max_notes: 7, order: 'newest' });
    await judge(page);
  });
});

const BROKEN: readonly (readonly [string, string, RegExp])[] = [
  ['is no JavaScript', 'export default (', /could not be loaded: /],
  ['throws', 'export default () => { throw new Error("no ink"); }', /could not be loaded: no ink\./],
  [
    'takes an address of ours',
    `export default () => ({ pages: [{ path: '/hosts', tag: 'acme-notes-x', title: 'Mine', permission: 'hosts:read', load() {} }] })`,
    /its path \/hosts does not begin with \/acme-notes/,
  ],
];

test('a module that is broken, or takes what is ours, is named, and all else works', async (world) => {
  const pages = 'web/pages.js';
  for (const [what, text, expected] of BROKEN) {
    world.place.write(pages, text);
    await visit(
      world,
      { where: '/hosts', allow: /could not be loaded|SyntaxError|Unexpected/ },
      async (page) => {
        await page.getByText(/The pages of the plugin acme-notes could not be loaded/).waitFor();
        assert.match(await page.getByText(/The pages of the plugin/).innerText(), expected, what);
        await page.getByRole('grid', { name: 'Hosts' }).waitFor();
        assert.is(
          await nav(page)
            .getByRole('link', { name: /Notes|Mine/ })
            .count(),
          0,
          what,
        );
        await (await navLink(page, 'Jobs')).click();
        await page.getByRole('heading', { level: 1, name: 'Jobs' }).waitFor();
        if (what === 'throws') await judge(page);
      },
    );
  }
});

test('switched off, its page and its files are gone', async (world) => {
  await visit(
    world,
    { where: NOTES, env: { FLEETMEND_DISABLED_PLUGINS: 'acme-notes' } },
    async (page, manager) => {
      await page.getByRole('heading', { name: 'Page not found.' }).waitFor();
      assert.is(await nav(page).getByRole('link', { name: 'Notes' }).count(), 0);
      const { status } = await manager.call('GET', '/plugins/acme-notes/pages.js');
      assert.is(status, 404);
    },
  );
});

test.run();
