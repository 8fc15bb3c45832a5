// needs: chromium
// time-limit: 300
// docs/first-patch-night/tutorial.md as somebody follows it: all that stands there in bold is met, in its order, on the
// screen of a manager with two hosts; and the job patches, and is rolled back.
import { readFileSync } from 'node:fs';
import * as assert from 'uvu/assert';
import { screenshot, type Page } from '../support/browser.ts';
import { nav, navLink, openSection } from '../support/browserNav.ts';
import { Stage } from '../support/browserStage.ts';
import type { WireHost } from '../support/fleet.ts';

const stage = new Stage('web: the tutorial', { packages: { installed: 20, patches: 4, security: 2 } });
const { test } = stage;

const text = readFileSync(new URL('../../docs/first-patch-night/tutorial.md', import.meta.url), 'utf8');

/** What is written on the screen, section by section: the words in bold that nobody has met yet. */
const left = new Map(
  text
    .split(/^## /m)
    .slice(1)
    .map((section) => [
      section.slice(0, section.indexOf('\n')),
      [...section.matchAll(/\*\*([^*]+)\*\*/g)].map(([, name = '']) => name),
    ]),
);

/** The next words in bold of a section; fails if the tutorial has others there. */
function next(section: string, name: string): string {
  assert.is(left.get(section)?.shift(), name, `${section}: what the tutorial says next`);
  return name;
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
/** Waits until the manager has read that each of the two hosts lacks so many security patches. */
const untilLacking = (count: number): Promise<unknown> =>
  stage.manager.until<{ hosts: WireHost[] }>('/api/v1/hosts', ({ hosts }) =>
    hosts.every((host) => host.patches_security === count),
  );

test('hosts are added: the line of an empty manager, a token, a group', async () => {
  const at = 'Add hosts';
  const page = await stage.open('/');
  assert.is(await (await navLink(page, next(at, 'Overview'))).getAttribute('aria-current'), 'page');
  await page.getByRole('region', { name: 'enrollment command' }).waitFor();
  await button(page, next(at, 'Use an enrollment token instead')).click();
  await page.getByRole('region', { name: 'enrollment command' }).getByText('fme_').waitFor();
  await page.getByRole('button', { name: next('Install the manager', 'Menu of admin') }).click();
  await page.getByRole('menuitem', { name: next('Install the manager', 'Profile and security') }).waitFor();
  await page.keyboard.press('Escape');
  await stage.simulate(2, { installed: 20, patches: 4, security: 2 });
  await (await navLink(page, next(at, 'Hosts'))).click();
  await page.getByRole('link', { name: /^sim-0001/ }).waitFor();
  await (await navLink(page, next(at, 'Enrollments'))).click();
  await page.getByRole('tab', { name: next(at, 'Tokens') }).click();
  await button(page, next(at, 'Create token and copy')).waitFor();
  await (await navLink(page, next(at, 'Groups'))).click();
  await page.getByRole('link', { name: next(at, 'New group') }).click();
  await page.getByLabel('Name', { exact: true }).fill('Test machines');
  await page.getByLabel(next(at, 'Manual')).check();
  await button(page, next(at, 'Create group')).click();
  await page.getByRole('heading', { level: 1, name: 'Test machines' }).waitFor();
  await button(page, next(at, 'Add hosts')).click();
  await page.getByLabel('Select all shown').check();
  await button(page, next(at, 'Add 2 hosts')).click();
  await page.getByText('2 hosts added.').waitFor();
});

test('what is missing is seen, planned, approved, followed, and rolled back', async () => {
  const page = await stage.open('/');
  await (await navLink(page, next('See what is missing', 'Hosts'))).click();
  await page.getByRole('link', { name: /^sim-0001/ }).click();
  await page.getByRole('tab', { name: next('See what is missing', 'Patches') }).click();
  await page.getByRole('grid').getByText('sim-0000').first().waitFor();
  await openSection(page, 'Fleet');
  await nav(page)
    .getByRole('link', { name: next('See what is missing', 'Security') })
    .waitFor();
  await button(page, next('See what is missing', 'Refresh now')).waitFor();
  await untilLacking(2);

  const at = 'Plan';
  await (await navLink(page, next(at, 'Jobs'))).click();
  await page
    .getByRole('link', { name: next(at, 'New job') })
    .first()
    .click();
  await page.getByRole('region', { name: next(at, 'Target') }).waitFor();
  await page.getByRole('tab', { name: next(at, 'Groups and tags') }).click();
  await page.getByLabel(next(at, 'Test machines')).check();
  await page.getByRole('region', { name: next(at, 'Action') }).waitFor();
  assert.ok(await page.getByRole('radio', { name: next(at, 'Patch'), exact: true }).isChecked());
  assert.ok(await page.getByRole('radio', { name: next(at, 'Security patches') }).isChecked());
  await page.getByRole('region', { name: next(at, 'Waves') }).waitFor();
  assert.ok(await page.getByLabel(next(at, 'All at once (up to the parallel limit)')).isChecked());
  await page.getByLabel(next(at, 'Canary: 1 host, 10 %, rest')).waitFor();
  await page.getByRole('region', { name: next(at, 'Review') }).waitFor();
  await button(page, next(at, 'Plan for 2 hosts')).click();
  await screenshot(page, 'tutorial-plan');
  await button(page, next('Approve', 'Approve and run on 2 hosts')).click();
  await page.getByText('2 of 2 hosts completed').waitFor();
  await untilLacking(0);
  await button(page, next('Roll back', 'Roll back')).click();
  await button(page, next('Roll back', 'Roll back 2 hosts')).click();
  await page.getByText('2 of 2 hosts rolled back').waitFor();
  await (await navLink(page, next('Roll back', 'Hosts'))).click();
  await untilLacking(2);
});

test('a window and a policy do it from then on', async () => {
  const page = await stage.open('/');
  const at = 'Set a window';
  await (await navLink(page, next(at, 'Calendar'))).click();
  await button(page, next(at, 'New window')).click();
  await page.getByLabel(next(at, 'For'), { exact: true }).selectOption('The group Test machines');
  await page
    .getByRole('region', { name: next(at, 'Upcoming starts') })
    .getByRole('listitem')
    .filter({ hasText: /^\s*Tue, .*22:00/ })
    .first()
    .waitFor();
  await button(page, next(at, 'Add window')).click();
  await page
    .getByRole('heading', { name: /second Tuesday/ })
    .first()
    .waitFor();
  const then = 'Let a policy do it';
  await (await navLink(page, next(then, 'Policies'))).click();
  await page.getByRole('link', { name: next(then, 'New policy') }).click();
  await page.getByRole('checkbox', { name: next(then, 'Test machines') }).check();
  await page
    .getByRole('region', { name: next(then, 'Preview') })
    .getByText('2 hosts')
    .first()
    .waitFor();
  await button(page, next(then, 'Create policy')).click();
  await page.getByRole('heading', { level: 1, name: /second Tuesday/ }).waitFor();
  await button(page, next(then, 'Run now')).waitFor();
  await page.getByText(next(then, 'Skip next run'), { exact: true }).first().waitFor({ state: 'attached' });
});

test('nothing in bold was left out', () => {
  const missed = [...left].filter(([, names]) => names.length > 0);
  assert.equal(missed, []);
  return Promise.resolve();
});

test.run();
