// needs: chromium
// time-limit: 300
// Rarely seen parts: menus, questions, refusals, a lost manager; and the keyboard on every page.
import * as assert from 'uvu/assert';
import { overflowPx, settle, WIDE, type Page } from '../support/browser.ts';
import { answerAs, judge, Stage } from '../support/browserStage.ts';
import { navLink, openAllSections } from '../support/browserNav.ts';
import { untilEnded, type WireJob } from '../support/fleet.ts';

const stage = new Stage('web: access', { hosts: 3, packages: { patches: 6, security: 2 }, keepsTab: true });
const { test } = stage;
let pages: string[];

test.before(async () => {
  const { manager, hostIds } = stage;
  const plan = { operation: 'patch', mode: 'security', dry_run: true, target: { host_ids: hostIds } };
  const job = await untilEnded(manager, await manager.must<WireJob>('POST', '/api/v1/jobs', plan));
  pages = ['/', '/hosts', `/hosts/${hostIds[0]}`, '/jobs', '/jobs/new', `/jobs/${job.id}`];
  pages.push('/enrollments', '/certificates', '/about');
});

async function open(where: string): Promise<Page> {
  const page = await stage.open(where);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return page;
}

/** The innermost element with the focus, as a person would name it. */
function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    let inner = document.activeElement;
    while (inner?.shadowRoot?.activeElement) inner = inner.shadowRoot.activeElement;
    const text = inner?.getAttribute('aria-label') ?? inner?.textContent?.trim().replaceAll(/\s+/g, ' ');
    return text || (inner?.localName ?? '');
  });
}

async function untilFocused(page: Page, wanted: RegExp): Promise<void> {
  let last = '';
  for (let tries = 0; tries < 100; tries += 1) {
    last = await focused(page);
    if (wanted.test(last)) return;
    await page.waitForTimeout(100);
  }
  assert.unreachable(`“${last.slice(0, 80)}” has the focus, not ${wanted}`);
}

test('the menu of the user opens, is judged and gives the focus back', async () => {
  const page = await open('/about');
  await page.getByRole('button', { name: /^Menu of/ }).press('Enter');
  await page.getByRole('menuitem', { name: 'Sign out' }).waitFor();
  await judge(page);
  await page.keyboard.press('Escape');
  await untilFocused(page, /^Menu of/);
});

test('a certificate and the question over it are left by Escape, one after the other', async () => {
  const page = await open('/certificates');
  const grid = page.getByRole('grid', { name: 'Certificates' });
  await grid.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  const certificate = page.getByRole('dialog', { name: /^Certificate of/ });
  await certificate.waitFor();
  await page.locator('fm-certificate').getByRole('button', { name: 'Revoke' }).press('Enter');
  const question = page.getByRole('dialog', { name: /^Revoke the certificate of .+\?$/ });
  await question.waitFor();
  await judge(page);
  await page.keyboard.press('Escape');
  await question.waitFor({ state: 'detached' });
  await untilFocused(page, /^Revoke$/);
  await page.keyboard.press('Escape');
  await certificate.waitFor({ state: 'detached' });
  await untilFocused(page, /^Certificates$/);
});

test('the question before a token is deleted is judged, and no gives the focus back', async () => {
  const token = { name: 'Rack 4', max_uses: 1, expires_in_secs: 3_600 };
  await stage.manager.must('POST', '/api/v1/admin/enrollment-tokens', token);
  const page = await open('/enrollments?tab=tokens');
  await page.getByRole('button', { name: 'Delete the token Rack 4' }).press('Enter');
  await page.getByRole('dialog', { name: /Rack 4/ }).waitFor();
  await judge(page);
  await page.locator('fm-confirm').getByRole('button', { name: 'Cancel' }).press('Enter');
  await untilFocused(page, /^Delete the token Rack 4$/);
});

test('an address without a page, and a page that the role does not show, have a heading and a way on', async () => {
  const page = await open('/nowhere');
  await page.getByRole('heading', { level: 1, name: 'Page not found.' }).waitFor();
  await judge(page);
  const refused = await stage.open('/certificates', { prepare: (tab) => answerAs('reporter', tab) });
  await refused.getByRole('heading', { level: 1, name: 'You don’t have access to this page.' }).waitFor();
  await openAllSections(refused);
  assert.is(await refused.getByRole('link', { name: 'Certificates' }).count(), 0);
  await judge(refused);
});

test('on every page the first Tab skips to the content, every stop is seen, and 200 % zoom is enough', async () => {
  const page = await open('/about');
  for (const where of pages) {
    await page.goto(stage.manager.url + where);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('Tab');
    await untilFocused(page, /^Skip to the content$/);
    assert.equal(await unseenStops(page), [], where);
    await page.setViewportSize({ width: WIDE.width / 2, height: WIDE.height / 2 });
    await settle(page);
    assert.is(await overflowPx(page), 0, where);
    if (where === '/about') {
      await page.getByRole('button', { name: 'Navigation' }).press('Enter');
      await page.getByRole('link', { name: 'Certificates' }).waitFor();
    }
    await page.setViewportSize(WIDE);
  }
  await page.goto(`${stage.manager.url}/about`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  assert.is(await focused(page), 'main');
});

/** Presses Tab until the page ends; returns the stops that show no focus. */
async function unseenStops(page: Page): Promise<string[]> {
  const unseen: string[] = [];
  for (let stops = 0; stops < 80; stops += 1) {
    const stop = await page.evaluate(() => {
      let inner = document.activeElement;
      while (inner?.shadowRoot?.activeElement) inner = inner.shadowRoot.activeElement;
      if (!inner || inner === document.body) return null;
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(inner);
      const isSeen = (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none';
      return { isSeen, name: `${inner.tagName} ${inner.textContent?.trim().slice(0, 40)}` };
    });
    if (!stop) return unseen;
    if (!stop.isSeen) unseen.push(stop.name);
    await page.keyboard.press('Tab');
  }
  return unseen;
}

test('who asked for less motion gets none: a dialog is there at once', async () => {
  const page = await open('/certificates');
  await page.getByRole('grid', { name: 'Certificates' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: /^Certificate of/ }).waitFor();
  const longestMs = await page.evaluate(() => {
    const roots: (Document | ShadowRoot)[] = [document];
    for (const root of roots)
      for (const element of root.querySelectorAll('*'))
        if (element.shadowRoot) roots.push(element.shadowRoot);
    const all = roots.flatMap((root) => root.getAnimations());
    return Math.max(0, ...all.map((one) => Number(one.effect?.getComputedTiming().duration ?? 0)));
  });
  assert.ok(longestMs <= 1, `${longestMs} ms`);
});

test('a refused sign-in and an ended session are judged', async () => {
  // The session may end while the page opens its socket.
  const page = await stage.visit('/about', {
    allow: /status of 40[13]|WebSocket.*HTTP Authentication failed/,
  });
  await page.getByLabel('User name').fill('admin');
  await page.getByLabel('Password').fill('not the password');
  await page.keyboard.press('Enter');
  await page.getByText('User name or password is wrong.').waitFor();
  await judge(page);
  await stage.signIn(page);
  await stage.endSession(page);
  await page.getByText(/Your session has expired/).waitFor();
  await judge(page);
});

test('a page that lost its manager says so, is judged, and comes back by itself', async () => {
  const window = await stage.window({ allow: /ERR_|WebSocket|status of 50/ });
  const page = await window.open(`${stage.manager.url}/`);
  await stage.signIn(page);
  await page.getByText('Needs attention').waitFor();
  const jobs = await window.open(`${stage.manager.url}/jobs`);
  await jobs.getByRole('grid', { name: 'Jobs' }).waitFor();
  await stage.manager.kill();
  for (const one of [page, jobs]) {
    await one.getByText('No connection to the manager').waitFor();
    await judge(one);
  }
  await (await navLink(page, 'Certificates')).click();
  await page.waitForURL('**/certificates');
  await page.getByRole('button', { name: 'Try again' }).waitFor();
  await judge(page);
  await stage.manager.start();
  await jobs.getByText('No connection to the manager').waitFor({ state: 'detached', timeout: 30_000 });
});

test.run();
