// tier: night
// needs: lab, chromium
// images: deb12-t0
// time-limit: 420
// The tasks of an administrator's night, done three times: with a mouse, by the keyboard alone, and on a phone of 360
// px. Each has a host of its own; what the page claims is checked by dpkg inside that host.
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { launchBrowser, openWindow, type Browser, type Page, type Window } from '../support/browser.ts';
import { runEnrollLine, steps } from '../support/browserLab.ts';
import { untilPolled, type WireHost } from '../support/fleet.ts';
import { fits, hands, type Hand } from '../support/browserHands.ts';
import { navLink } from '../support/browserNav.ts';
import type { HostProcess } from '../support/hostProcess.ts';
import { controllerAddress, lab, type LabHost } from '../support/lab.ts';
import { ADMIN_PASSWORD, createManager, type ManagerProcess } from '../support/manager.ts';
import { waitFor } from '../support/wait.ts';

const REBOOT_ASKED = '/run/lab-reboot-asked';
const PACKAGES = ['lab-failpost', 'lab-sec'];
const OLD = ['lab-failpost 1.0 ii', 'lab-sec 1.0-1 ii'];
/** The script of one package has failed; the other package is patched. */
const HALF = ['lab-failpost 1.1 iF', 'lab-sec 1.0-1+deb12u1 ii'];
const NAMES: Readonly<Record<Hand['name'], string>> = { mouse: 'web1', keyboard: 'web2', phone: 'db1' };

const night = suite('web: an administrator’s night, by mouse, keyboard and phone');
let manager: ManagerProcess;
let browser: Browser;
let page: Page | undefined;
const windows: Window[] = [];
const test = steps(night, () => page);

async function versionsIn(host: LabHost): Promise<string[]> {
  const format = '${Package} ${Version} ${db:Status-Abbrev}\n';
  const text = await host.run(['dpkg-query', '-W', '-f', format, ...PACKAGES]);
  return text
    .trimEnd()
    .split('\n')
    .map((line) => line.trim());
}

night.before(async () => {
  await lab.startRepo('t1');
  manager = await createManager({ listen: controllerAddress, env: { FLEETMEND_ADMIN_PASSWORD: '' } });
  await manager.start();
  browser = await launchBrowser();
});

night.after(async () => {
  await browser?.close();
  await manager?.stop();
  await lab.down();
});

/** One administrator with one host. */
class Night {
  readonly hand: Hand;
  declare page: Page;
  declare host: LabHost;
  declare agent: HostProcess;
  declare known: WireHost;
  #line = '';

  constructor(hand: Hand) {
    this.hand = hand;
  }

  get name(): string {
    return NAMES[this.hand.name];
  }

  button(name: string | RegExp): ReturnType<Page['getByRole']> {
    return this.page.getByRole('button', { name, exact: typeof name === 'string' });
  }

  async go(name: string): Promise<void> {
    const { page: open, hand } = this;
    const menu = open.getByRole('button', { name: /menu|navigation/i }).first();
    if (hand.name === 'phone') await hand.press(menu);
    await hand.press(await navLink(open, name, hand.press));
    await open.getByRole('heading', { level: 1, name }).waitFor();
    await fits(open);
  }

  /** Signs in. The first administrator changes the printed password; the others get the new one. */
  async signIn(): Promise<void> {
    const window = await openWindow(browser, {
      viewport: this.hand.viewport,
      allow: /ERR_NETWORK_CHANGED|status of 40[13]/,
    });
    window.context.setDefaultTimeout(45_000);
    windows.push(window);
    this.page = page = await window.open(manager.url);
    const printed = /first password of 'admin'.*: (\S+)/.exec(manager.output)?.[1] ?? '';
    const isFirst = windows.length === 1;
    await this.hand.write(this.page.getByLabel('User name'), 'admin');
    await this.hand.write(
      this.page.getByLabel('Password', { exact: true }),
      isFirst ? printed : ADMIN_PASSWORD,
    );
    await this.hand.press(this.button('Sign in'));
    if (isFirst) {
      await this.hand.write(this.page.getByLabel('New password'), ADMIN_PASSWORD);
      await this.hand.write(this.page.getByLabel('Confirm password'), ADMIN_PASSWORD);
      await this.hand.press(this.button(/^Change/));
    }
    await this.page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    if (isFirst) await manager.signIn();
    await fits(this.page);
  }

  async enroll(address: string): Promise<void> {
    await this.go('Enrollments');
    await this.hand.press(this.page.getByRole('tab', { name: 'Add a host' }));
    await fits(this.page);
    const shown = this.page.getByRole('region', { name: 'enrollment command' }).first();
    await shown.waitFor();
    this.#line = (await shown.innerText()).trim();
    this.host = await lab.up(this.name, address);
    await this.host.run(['apt-get', '-qq', 'update']);
    await this.host.run(['mkdir', '-p', '/etc/fleetmend']);
    await this.host.writeFile('/etc/fleetmend/agent.toml', `reboot_command = ["touch", "${REBOOT_ASKED}"]\n`);
    this.agent = await runEnrollLine(this.host, this.#line);
    await this.hand.press(this.page.getByRole('tab', { name: 'Requests' }));
    await this.hand.press(this.button(`Approve: ${this.name}`));
    await this.page.getByText(`${this.name} approved.`).waitFor();
    await this.agent.untilListening();
    this.known = await untilPolled(manager, this.host);
  }

  /** From the front page, finds what lacks security patches, worst first. */
  async find(): Promise<void> {
    await this.go('Overview');
    await this.hand.press(this.page.getByRole('link', { name: /missing security patches/ }).first());
    const grid = this.page.getByRole('grid', { name: 'Hosts' });
    await fits(this.page);
    await this.hand.open(grid, this.name);
    await this.page.getByRole('heading', { level: 1, name: this.name }).waitFor();
    await fits(this.page);
  }

  async plan(): Promise<void> {
    await this.hand.press(this.page.getByRole('link', { name: 'New job' }));
    await this.hand.press(this.page.getByLabel('Only these packages'));
    await this.hand.write(this.page.getByRole('textbox', { name: /^Packages/ }), PACKAGES.join(' '));
    await fits(this.page);
    await this.hand.press(this.button('Plan for 1 host'));
    await this.page.getByText('lab-sec').first().waitFor();
    await fits(this.page);
    assert.equal(await versionsIn(this.host), OLD, 'only planned');
  }

  async approve(): Promise<void> {
    await this.hand.press(this.button('Approve and run on 1 host'));
    await this.page.getByText('from plan').waitFor();
    await this.page.getByText('0 of 1 host completed, 1 failed').waitFor({ timeout: 90_000 });
    assert.equal(await versionsIn(this.host), HALF);
  }

  /** Finds why the job failed, in the list and in the log of the host. */
  async explain(): Promise<void> {
    await this.page.getByText('The postinst script of lab-failpost ended with 3.').first().waitFor();
    await this.hand.open(this.page.getByRole('grid', { name: 'Hosts of the job' }), this.name);
    const panel = this.page.getByRole('region', { name: `Host ${this.name}` });
    await panel.getByText('lab-failpost: boom').waitFor();
    await fits(this.page);
    await this.page.keyboard.press('Escape');
  }

  async rollBack(): Promise<void> {
    await this.#act('Roll back');
    await this.hand.press(this.page.locator('fm-confirm').getByRole('button', { name: /^Roll back/ }));
    await this.page.getByText('rollback of job').waitFor();
    await this.page.getByText('1 of 1 host rolled back').waitFor({ timeout: 90_000 });
    assert.equal(await versionsIn(this.host), OLD);
  }

  /** Uses an action of a page's header, in the menu if there is no room for its button. */
  async #act(name: string): Promise<void> {
    await this.page.getByRole('heading', { level: 1 }).waitFor();
    const shown = this.button(name);
    const more = this.button('More actions');
    await shown.or(more).first().waitFor();
    if ((await shown.count()) > 0) return this.hand.press(shown);
    return this.hand.choose(more, name);
  }

  async #openHost(): Promise<void> {
    await this.go('Hosts');
    await this.hand.open(this.page.getByRole('grid', { name: 'Hosts' }), this.name);
    await this.page.getByRole('heading', { level: 1, name: this.name }).waitFor();
  }

  async hold(): Promise<void> {
    await this.#openHost();
    await this.#act('Hold a package …');
    await this.hand.write(this.page.getByRole('textbox', { name: 'Packages' }), 'lab-hello');
    await this.hand.press(this.button('Hold'));
    const isHeld = async (): Promise<boolean> =>
      (await this.host.run(['apt-mark', 'showhold'])).split('\n').includes('lab-hello');
    await waitFor(isHeld, { timeoutMs: 60_000, what: 'the hold inside the host' });
  }

  /** Reboots the host from its page; the job is done only under another boot id. */
  async reboot(): Promise<void> {
    await this.#openHost();
    await this.#act('Reboot …');
    await this.hand.press(this.page.locator('fm-confirm').getByRole('button', { name: 'Reboot' }));
    const asked = async (): Promise<boolean> =>
      (await this.host.exec(['test', '-e', REBOOT_ASKED])).code === 0;
    await waitFor(asked, { timeoutMs: 60_000, what: 'the restart to be asked for' });
    await this.host.cut();
    await this.host.boot();
    this.agent = await runEnrollLine(this.host, this.#line);
    const { jobs } = await manager.until<{ jobs: { operation: string; state: string }[] }>(
      `/api/v1/jobs?host_id=${this.known.id}`,
      (list) => list.jobs.some(({ operation, state }) => operation === 'reboot' && state === 'completed'),
    );
    assert.is(jobs.filter(({ operation }) => operation === 'reboot').length, 1);
  }

  async remove(): Promise<void> {
    await this.#openHost();
    await this.#act('Remove …');
    await this.hand.press(this.page.locator('fm-confirm').getByRole('button', { name: 'Revoke and remove' }));
    await this.page.waitForURL('**/hosts');
    const { status } = await manager.call('GET', `/api/v1/hosts/${this.known.id}`);
    assert.is(status, 404);
  }
}

for (const [index, hand] of hands.entries()) {
  const its = new Night(hand);
  test(`${hand.name}: signs in, and lets a host into the fleet`, async () => {
    await its.signIn();
    await its.enroll(`10.77.0.${11 + index}`);
  });
  test(`${hand.name}: finds what lacks security patches, plans, approves and follows it`, async () => {
    await its.find();
    await its.plan();
    await its.approve();
  });
  test(`${hand.name}: reads why it failed, and rolls it back`, async () => {
    await its.explain();
    await its.rollBack();
  });
  test(`${hand.name}: holds a package, reboots the host, removes it`, async () => {
    await its.hold();
    await its.reboot();
    await its.remove();
    await its.agent.kill?.();
  });
}

test('nothing that the pages did was refused, went elsewhere or broke', async () => {
  assert.equal(
    windows.flatMap(({ problems }) => problems),
    [],
  );
});

night.run();
