import type { Page } from '../../test/support/browser.ts';
import type { DemoFleet } from './fleet.ts';

/** One thing to look at: an address, and what a person did there. */
export interface Scene {
  name: string;
  path: string;
  /** Resolves once the page shows all of it. */
  ready: (page: Page) => Promise<unknown>;
  /** True: it is shown before the sign-in. */
  isSignedOut?: boolean;
}

const text =
  (wanted: string | RegExp) =>
  (page: Page): Promise<unknown> =>
    page.getByText(wanted).first().waitFor();

/** Every state of the UI that the demo fleet holds; pages without a scene of their own are shown by their address. */
export function scenesOf({ jobs, hostId }: DemoFleet): Scene[] {
  return [
    { name: 'sign-in', path: '/sign-in', ready: text('Password'), isSignedOut: true },
    { name: 'sign-in-refused', path: '/sign-in', ready: refuse, isSignedOut: true },
    {
      name: 'fleet',
      path: '/',
      ready: (page) => page.getByRole('slider', { name: 'Hosts needing attention over time' }).waitFor(),
    },
    { name: 'fleet-menu', path: '/', ready: openMenu },
    { name: 'hosts', path: '/hosts', ready: text('app1') },
    { name: 'host', path: `/hosts/${hostId('app1')}`, ready: text('openssh-server') },
    { name: 'host-patched', path: `/hosts/${hostId('web1')}`, ready: text('tzdata') },
    { name: 'host-lost', path: `/hosts/${hostId('backup1')}`, ready: text('openssh-server') },
    {
      name: 'host-exposure',
      path: `/hosts/${hostId('app1')}?tab=exposure`,
      ready: text('Pending security patches'),
    },
    { name: 'patch-order', path: '/patch-order', ready: text('Severity') },
    { name: 'patch-order-package', path: '/patch-order/hosts?package=openssh-server', ready: text('app1') },
    { name: 'late-patches-all', path: '/late-patches?standing=any', ready: text('app1') },
    { name: 'exception-new', path: '/exceptions?new=1', ready: text('Add exception') },
    {
      name: 'package-history',
      path: `/packages/history?host=${hostId('web1')}`,
      ready: text('First seen'),
    },
    {
      name: 'package-compare',
      path: `/packages/compare?host=${hostId('web1')}&with=${hostId('app1')}`,
      ready: text(/differences?\. /),
    },
    { name: 'palette', path: '/hosts', ready: findWeb },
    { name: 'enrollments', path: '/enrollments', ready: text('edge1') },
    { name: 'enrollment-deny', path: '/enrollments', ready: askToDeny },
    { name: 'jobs', path: '/jobs', ready: text('Security patches, web') },
    { name: 'job-completed', path: `/jobs/${jobs.completed}`, ready: text('web4') },
    { name: 'job-roll-back', path: `/jobs/${jobs.completed}`, ready: askToRollBack },
    { name: 'job-failed', path: `/jobs/${jobs.partial}`, ready: text(jobs.failedHost) },
    {
      name: 'job-failed-log',
      path: `/jobs/${jobs.partial}?host=${hostId(jobs.failedHost)}`,
      ready: text('Errors were encountered'),
    },
    { name: 'job-running', path: `/jobs/${jobs.running}`, ready: text('build2') },
    {
      name: 'job-plan',
      path: `/jobs/${jobs.plan}?reboot=if_required`,
      ready: (page) => page.getByRole('button', { name: /^Approve/ }).waitFor(),
    },
    { name: 'new-job', path: '/jobs/new', ready: text('app1') },
    { name: 'certificates', path: '/certificates', ready: text('example.org') },
    { name: 'certificate', path: '/certificates', ready: openCertificate },
    { name: 'about', path: '/about', ready: text('Apache License 2.0') },
    { name: 'not-found', path: '/nowhere', ready: text('Page not found') },
  ];
}

async function refuse(page: Page): Promise<void> {
  await page.getByLabel('User name').fill('admin');
  await page.getByLabel('Password').fill('not the password');
  await page.keyboard.press('Enter');
  await text('User name or password is wrong.')(page);
}

async function openMenu(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Menu of/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).waitFor();
}

async function askToDeny(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Deny edge1/ }).click();
  await page.locator('fm-confirm').getByRole('button', { name: 'Deny' }).waitFor();
}

async function askToRollBack(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Roll back' }).click();
  await page
    .locator('fm-confirm')
    .getByRole('button', { name: /^Roll back/ })
    .waitFor();
}

async function openCertificate(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /example\.org$/ })
    .first()
    .click();
  await page.getByRole('dialog', { name: /^Certificate of/ }).waitFor();
}

/** What Ctrl-K finds. */
async function findWeb(page: Page): Promise<void> {
  await page.getByText('app1').first().waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: /^Search/ }).fill('web');
  await page.getByRole('option', { name: /^web1/ }).waitFor();
}
