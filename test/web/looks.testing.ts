/** Pages over hosts with long names, for the suites that look at them. */
import * as assert from 'uvu/assert';
import { settle, WIDE, type Page } from '../support/browser.ts';
import { Stage } from '../support/browserStage.ts';
import { untilEnded, type WireJob } from '../support/fleet.ts';
import { looksOf, Widths } from '../support/browserLooks.ts';
import { findPages } from '../../scripts/demo/pages.ts';

const HEIGHT_PX = 800;
export const LONG =
  'production-database-of-the-accounting-department-with-a-name-nobody-wanted-0001.internal.example.org';

/** A fleet of two hosts with a plan and a job, whose first host has a long name in all pages. */
export class LooksStage extends Stage {
  /** All pages that need no words of their own in their address. */
  paths: readonly string[] = [];
  jobPaths = { plan: '', job: '', host: '' };

  constructor(name: string) {
    super(name, { hosts: 2, packages: { patches: 6, security: 2 }, keepsTab: true });
    this.test.before(() => this.#prepare());
  }

  async #prepare(): Promise<void> {
    const { manager, hostIds } = this;
    const target = { host_ids: hostIds };
    const run = async (isPlan: boolean): Promise<string> => {
      const order = {
        operation: 'patch',
        mode: 'security',
        dry_run: isPlan,
        name: `Night of ${LONG}`,
        target,
      };
      return (await untilEnded(manager, await manager.must<WireJob>('POST', '/api/v1/jobs', order))).id;
    };
    this.jobPaths = {
      plan: `/jobs/${await run(true)}`,
      job: `/jobs/${await run(false)}`,
      host: `/hosts/${hostIds[0]}`,
    };
    const fixed = (await findPages()).map((page) => page.path).filter((one) => !/:|sign-in/.test(one));
    this.paths = [
      ...fixed,
      ...Object.values(this.jobPaths),
      ...['patches', 'activity', 'audit'].map((tab) => `/hosts/${hostIds[0]}?tab=${tab}`),
      '/packages/hosts?name=openssl',
      `/packages/history?host=${hostIds[0]}`,
      `/packages/compare?host=${hostIds[0]}&with=${hostIds[1]}`,
    ];
    assert.ok(this.paths.length >= 9, 'all pages are known');
  }

  /** Opens a signed-in tab, over a fleet whose first host has a long name. */
  openPages(): Promise<Page> {
    return this.open('/about', { prepare: (page) => this.#nameLong(page) });
  }

  async #nameLong(page: Page): Promise<void> {
    const short = this.hosts[0]?.fqdn ?? '';
    await page.route(/\/api\/v1\/(hosts|jobs|certificates|status)/, async (route) => {
      // The manager may close a kept connection at the very moment in which it is used again.
      const response = await route.fetch({ maxRetries: 3 });
      const body = await response.text();
      await route.fulfill({ response, body: body.replaceAll(short, LONG) });
    });
  }

  async show(page: Page, where: string): Promise<void> {
    await page.goto(this.manager.url + where);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await page.waitForLoadState('networkidle');
    await settle(page);
  }

  /** What is cut off, small or sticks out at the side on any page at these widths, a line for each. */
  async wrongAt(widthsPx: readonly number[]): Promise<string[]> {
    // Uses a window of its own: its widths are set past Playwright, which would not know of them in the next test.
    const page = await this.visit('/about', { viewport: WIDE });
    await this.#nameLong(page);
    await this.signIn(page);
    const widths = await Widths.of(page);
    const wrong = new Map<string, number[]>();
    for (const where of this.paths) {
      await widths.set(WIDE.width, WIDE.height);
      await this.show(page, where);
      const name = where.replace(/[0-9a-f-]{36}/, ':id');
      for (const width of widthsPx) {
        await widths.set(width, HEIGHT_PX);
        for (const line of await wrongNow(page, name)) wrong.set(line, [...(wrong.get(line) ?? []), width]);
      }
    }
    return [...wrong].map(([line, at]) => `${line} at ${at[0]} to ${at.at(-1)} px (${at.length})`);
  }
}

async function wrongNow(page: Page, name: string): Promise<string[]> {
  const { clipped, small, sidewaysPx, texts } = await looksOf(page);
  assert.ok(texts > 3, `${name} has texts`);
  const lines = new Set([...clipped, ...small, ...(sidewaysPx > 0 ? ['sticks out at the side'] : [])]);
  return [...lines].map((line) => `${name} ${line}`);
}
