// needs: chromium
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { axeEverywhere, NARROW, overflowPx, type Page, WIDE } from '#test/support/browser.ts';
import { ComponentBrowser } from '#test/support/browserComponent.ts';

const test = suite('fm-page-header');
const browser = new ComponentBrowser();
test.before(() => browser.start());
test.after(() => browser.stop());

const CODE = `
  import '/web/components/fm-page-header/fm-page-header.ts';
  main.querySelector('h1').remove();
  const header = Object.assign(document.createElement('fm-page-header'), {
    heading: 'web1.example.org', crumbs: [{ label: 'Hosts', href: '/hosts' }],
    actions: [
      { key: 'patch', label: 'Patch this host', tone: 'primary' },
      { key: 'refresh', label: 'Refresh' },
      { key: 'reboot', label: 'Reboot', reason: 'A job is at work on it.' },
      { key: 'edit', label: 'Edit name and tags' },
      { key: 'remove', label: 'Remove', tone: 'danger' },
    ] });
  globalThis.heard = [];
  header.addEventListener('fm-action', ({ detail }) => heard.push(detail));
  main.append(header);
  Object.assign(globalThis, { header });`;

const heard = (page: Page): Promise<string[]> => page.evaluate('globalThis.heard');

test('the tabs of a place stand under the title, and not where breadcrumbs lead up', async () => {
  const { page } = await browser.open(`
    import { placeTabs } from '/web/core/placeTabs.ts';
    globalThis.show = () => placeTabs.set('Access', [
      { href: '/users', label: 'Users', isHere: true }, { href: '/roles', label: 'Roles', isHere: false }]);
    ${CODE}`);
  const place = page.getByRole('navigation', { name: 'Access' });
  await page.evaluate('show()');
  await page.evaluate('header.updateComplete');
  assert.is(await place.count(), 0);
  await page.evaluate('header.crumbs = []');
  const here = place.getByRole('link', { name: 'Users' });
  await here.waitFor();
  assert.is(await here.getAttribute('aria-current'), 'page');
  const bottomOfTitle = await page.evaluate(
    'header.shadowRoot.querySelector("h1").getBoundingClientRect().bottom',
  );
  assert.ok(((await place.boundingBox())?.y ?? 0) >= Number(bottomOfTitle));
  assert.equal(await axeEverywhere(page), []);
  for (const viewport of [NARROW, WIDE]) {
    await page.setViewportSize(viewport);
    assert.is(await overflowPx(page), 0);
  }
});

test('it is the heading, the way back and the name of the tab; what cannot be done says why', async () => {
  const { page, problems } = await browser.open(CODE);
  await page.getByRole('heading', { level: 1, name: 'web1.example.org' }).waitFor();
  assert.is(await page.title(), 'web1.example.org · Hosts · Fleetmend');
  const way = page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Hosts' });
  assert.is(await way.getAttribute('href'), '/hosts');
  await page.getByRole('button', { name: 'Refresh' }).click();
  const reboot = page.getByRole('button', { name: 'Reboot' });
  assert.is(await reboot.getAttribute('title'), 'A job is at work on it.');
  await reboot.click({ force: true });
  assert.equal(await heard(page), ['refresh']);
  assert.equal(await axeEverywhere(page), []);
  assert.equal(problems, []);
});

test('where there is no room, the lesser actions are in a menu, and come back', async () => {
  const { page } = await browser.open(CODE);
  assert.is(await page.getByRole('button').count(), 5, 'all of them, and no menu');
  await page.setViewportSize(NARROW);
  const menu = page.getByRole('button', { name: 'More actions' });
  await menu.waitFor();
  await page.getByRole('button', { name: 'Patch this host' }).waitFor();
  await menu.click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  assert.equal(await heard(page), ['remove']);
  const stickOutPx: number = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
  assert.ok(stickOutPx <= 0, `${stickOutPx} px`);
  await page.setViewportSize(WIDE);
  await menu.waitFor({ state: 'detached' });
  assert.is(await page.getByRole('button').count(), 5);
});

test('a page may have fewer buttons than there is room for; the menu has the others, by keyboard too', async () => {
  const { page } = await browser.open(`${CODE} header.most = 3;`);
  const menu = page.getByRole('button', { name: 'More actions' });
  await menu.waitFor();
  assert.is(await page.getByRole('button').count(), 4);
  await page.getByRole('button', { name: 'Reboot' }).focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  assert.equal(await heard(page), ['remove']);
});

test.run();
