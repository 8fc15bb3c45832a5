// needs: chromium
// time-limit: 240
// The documentation in a browser: found by its search, without a sign-in, in both themes, on a phone, by the keyboard.
import * as assert from 'uvu/assert';
import { axeEverywhere, NARROW, overflowPx, screenshot, settle, type Page } from '../support/browser.ts';
import { Stage } from '../support/browserStage.ts';

const stage = new Stage('web: documentation');
const { test } = stage;

/** What has the focus: the address of a link, or the id of something else. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const at = document.activeElement;
    return at instanceof HTMLAnchorElement ? at.pathname + at.hash : (at?.id ?? '');
  });

test('somebody who is locked out finds the way in by the search, without a sign-in or a mouse', async () => {
  const page = await stage.visit('/docs');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('/');
  assert.is(await focused(page), 'search');
  await page.keyboard.type('lost password');
  await page.getByText(/^\d+ places$/).waitFor();
  const found = await page
    .locator('#found a')
    .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).pathname));
  assert.is(found[0], '/docs/run/locked-out', found.join(', '));
  await screenshot(page, 'docs-search');
  assert.equal(await axeEverywhere(page), []);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  assert.is((await focused(page)).split('#')[0], found[0]);
  await page.keyboard.press('ArrowUp');
  assert.is(await focused(page), 'search');
  await page.keyboard.press('Escape');
  assert.is(await page.locator('#found').isVisible(), false);
  await page.keyboard.type('PLAN_CHANGED');
  await page.getByText(/^\d+ places$/).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/docs\/run\/jobs-in-trouble/);
  await page.keyboard.press('/');
  await page.keyboard.type('zzyzzyx');
  await page.getByText('Nothing found for “zzyzzyx”.').waitFor();
});

test('pages are whole in both themes and scroll only down, also on a phone', async () => {
  const page = await stage.visit('/docs/run/troubleshooting');
  for (const url of [
    '/docs',
    '/docs/install/configuration',
    '/docs/run/troubleshooting',
    '/docs/understand/job-states',
    '/docs/sdk/hooks',
    '/docs/automate',
  ]) {
    await page.goto(stage.manager.url + url);
    assert.equal(await axeEverywhere(page), [], url);
    await page.setViewportSize(NARROW);
    assert.is(await overflowPx(page), 0, url);
  }
  await page.goto(`${stage.manager.url}/docs/run/backups`);
  await page.getByRole('button', { name: 'All pages' }).click();
  await page.getByRole('link', { name: 'Upgrading', exact: true }).waitFor();
  await screenshot(page, 'docs-menu-360');
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Upgrading', exact: true }).waitFor({ state: 'hidden' });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(NARROW);
    await settle(page);
    await screenshot(page, `docs-${colorScheme}-360`);
    await page.setViewportSize({ width: 1440, height: 900 });
    await settle(page);
    await screenshot(page, `docs-${colorScheme}-1440`);
  }
});

test('a block of commands is copied by its button', async () => {
  const { context } = await stage.window();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const page = await context.newPage();
  await page.goto(`${stage.manager.url}/docs/run/locked-out`);
  await page.locator('pre').first().hover();
  await page.getByRole('button', { name: 'Copy' }).first().click();
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  const text = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(text, /user reset-password admin/);
  assert.not.match(text, /Copied/);
});

test('an unknown address offers the search', async () => {
  const page = await stage.visit('/docs/operating', { allow: /status of 404/ });
  await page.getByRole('heading', { name: 'There is no such page' }).waitFor();
  await page.getByLabel('Search the documentation').fill('backup');
  await page.locator('#found a').first().waitFor();
});

test('the console leads to the documentation from its menu and from About', async () => {
  const page = await stage.visit('/about');
  await stage.signIn(page);
  await page.getByRole('link', { name: 'Open documentation' }).click();
  await page.getByRole('link', { name: 'Open Fleetmend' }).click();
  await page.getByRole('button', { name: /Menu of/ }).click();
  await page.getByRole('menuitem', { name: 'Documentation' }).click();
  await page.waitForURL(/\/docs$/);
});

test.run();
