// needs: chromium
// time-limit: 900
// How every page looks at every width, zoomed, on paper, and in the reader's own colours: over hosts with long names.
import * as assert from 'uvu/assert';
import { NARROW, settle, WIDE, type Page } from '../support/browser.ts';
import { Stage } from '../support/browserStage.ts';
import { untilEnded, type WireJob } from '../support/fleet.ts';
import { looksOf, Widths } from '../support/browserLooks.ts';
import { findPages } from '../../scripts/demo/pages.ts';

const isSweep = process.env['SWEEP'] === '1';
const HEIGHT_PX = 800;
const FROM_PX = 320;
const TO_PX = 2_560;
/** From here on no style changes with the width. */
const LAPTOP_PX = 1_280;
/** Widths at which styles change, and at which names were once cut off. */
const EDGES_PX = [480, 544, 705, 735, 768, 896, 958];
const LONG =
  'production-database-of-the-accounting-department-with-a-name-nobody-wanted-0001.internal.example.org';

const stage = new Stage('web: looks', {
  hosts: 2,
  packages: { patches: 6, security: 2 },
  keepsTab: true,
});
const { test } = stage;
let paths: readonly string[] = [];
let jobPaths: { plan: string; job: string; host: string };

test.before(async () => {
  const { manager, hostIds } = stage;
  const target = { host_ids: hostIds };
  const run = async (isPlan: boolean): Promise<string> => {
    const order = { operation: 'patch', mode: 'security', dry_run: isPlan, name: `Night of ${LONG}`, target };
    return (await untilEnded(manager, await manager.must<WireJob>('POST', '/api/v1/jobs', order))).id;
  };
  jobPaths = {
    plan: `/jobs/${await run(true)}`,
    job: `/jobs/${await run(false)}`,
    host: `/hosts/${hostIds[0]}`,
  };
  const fixed = (await findPages()).map((page) => page.path).filter((one) => !/:|sign-in/.test(one));
  paths = [...fixed, ...Object.values(jobPaths), '/packages/hosts?name=openssl'];
  paths = [
    ...paths,
    `/packages/history?host=${hostIds[0]}`,
    `/packages/compare?host=${hostIds[0]}&with=${hostIds[1]}`,
  ];
  assert.ok(paths.length >= 9, 'all pages are known');
});

/** Opens a signed-in tab, over a fleet whose first host has a long name. */
function openPages(): Promise<Page> {
  return stage.open('/about', { prepare: nameLong });
}

async function nameLong(page: Page): Promise<void> {
  const short = stage.hosts[0]?.fqdn ?? '';
  await page.route(/\/api\/v1\/(hosts|jobs|certificates|status)/, async (route) => {
    // The manager may close a kept connection at the very moment in which it is used again.
    const response = await route.fetch({ maxRetries: 3 });
    const body = await response.text();
    await route.fulfill({ response, body: body.replaceAll(short, LONG) });
  });
}

async function show(page: Page, where: string): Promise<void> {
  await page.goto(stage.manager.url + where);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.waitForLoadState('networkidle');
  await settle(page);
}

/** Each 16th width up to a laptop's, then each 64th, and those beside the edges; in a sweep, every width. */
function widthsPx(): number[] {
  const widths = new Set(EDGES_PX.flatMap((edge) => [-1, 0, 1].map((by) => edge + by)));
  const stepAt = (width: number): number => (isSweep ? 1 : width < LAPTOP_PX ? 16 : 64);
  for (let width = FROM_PX; width <= TO_PX; width += stepAt(width)) widths.add(width);
  return [...widths].sort((a, b) => a - b);
}

test('the checks find what is planted', async () => {
  const page = await openPages();
  await show(page, '/about');
  assert.equal((await looksOf(page)).clipped, []);
  await page.evaluate(() => {
    const make = (styles: Partial<CSSStyleDeclaration>, text: string): HTMLElement => {
      const element = document.createElement('p');
      Object.assign(element.style, styles);
      element.textContent = text;
      document.body.append(element);
      return element;
    };
    const cut = { width: '60px', overflow: 'hidden', whiteSpace: 'nowrap', fontSize: '15px' };
    make(cut, 'planted and cut');
    make({ ...cut, height: '10px', whiteSpace: 'normal' }, 'planted and cut below');
    make({ ...cut, textOverflow: 'ellipsis' }, 'planted, and read by its title').title = 'planted';
    make({ fontSize: '12.19px' }, 'planted and small');
    make({ width: '5000px' }, 'planted and wide');
  });
  const { clipped, small, sidewaysPx } = await looksOf(page);
  assert.equal(
    clipped.map((line) => /“(.*?)”/.exec(line)?.[1]),
    ['planted and cut', 'planted and cut below'],
  );
  assert.equal(small, ['12.19 px at p.: “planted and small”']);
  assert.ok(sidewaysPx > 1_000);
});

test('no text is cut off and none is small, at any width, on any page', async () => {
  // Uses a window of its own: its widths are set past Playwright, which would not know of them in the next test.
  const page = await stage.visit('/about', { viewport: WIDE });
  await nameLong(page);
  await stage.signIn(page);
  const widths = await Widths.of(page);
  const wrong = new Map<string, number[]>();
  for (const where of paths) {
    await widths.set(WIDE.width, WIDE.height);
    await show(page, where);
    const name = where.replace(/[0-9a-f-]{36}/, ':id');
    for (const width of widthsPx()) {
      await widths.set(width, HEIGHT_PX);
      const { clipped, small, sidewaysPx, texts } = await looksOf(page);
      assert.ok(texts > 3, `${name} has texts`);
      const lines = [
        ...new Set([...clipped, ...small, ...(sidewaysPx > 0 ? ['sticks out at the side'] : [])]),
      ];
      for (const line of lines)
        wrong.set(`${name} ${line}`, [...(wrong.get(`${name} ${line}`) ?? []), width]);
    }
  }
  const told = [...wrong].map(([line, at]) => `${line} at ${at[0]} to ${at.at(-1)} px (${at.length})`);
  assert.equal(told, []);
});

test('at 200 and 400 percent nothing is cut, and the list of hosts shows its rows', async () => {
  const page = await openPages();
  for (const viewport of [
    { width: 640, height: 400 },
    { width: 320, height: 256 },
  ]) {
    await page.setViewportSize(viewport);
    await show(page, '/hosts');
    const { clipped, sidewaysPx } = await looksOf(page);
    assert.equal([clipped, sidewaysPx], [[], 0]);
    const row = page.locator('fm-table #row-0');
    await row.scrollIntoViewIfNeeded();
    const seen = await row.evaluate((element) => {
      const { left, top, height } = element.getBoundingClientRect();
      let at = document.elementFromPoint(left + 60, top + height / 2);
      while (at?.shadowRoot) {
        const inner = at.shadowRoot.elementFromPoint(left + 60, top + height / 2);
        if (!inner || inner === at) break;
        at = inner;
      }
      return at !== null && element.contains(at);
    });
    assert.ok(seen, `a row is to be seen, and nothing stands over it, at ${viewport.width} px`);
  }
});

test('names of one long word break, and neither lie over their neighbours nor push the page sideways', async () => {
  const { manager, hostIds } = stage;
  const name = 'Longword_'.repeat(11);
  const make = (path: string, body: object): Promise<{ id: string }> =>
    manager.must('POST', `/api/v1${path}`, body);
  const group = await make('/groups', { name, description: name.repeat(5), host_ids: hostIds });
  const time = { timezone: 'UTC', rrule: 'DTSTART:20260118T020000\nRRULE:FREQ=WEEKLY;BYDAY=SU' };
  const policy = await make('/policies', { name, ...time, target: { group_ids: [group.id] } });
  await make(`/groups/${group.id}/maintenance-windows`, { name, ...time, duration_secs: 7_200 });
  await make(`/hosts/${hostIds[0]}/health-checks`, { kind: 'service', name, service_name: 'nginx' });
  const page = await openPages();
  for (const [where, at] of [
    ['/calendar', 'The next run of each policy'],
    [`/hosts/${hostIds[0]}?tab=checks`, 'nginx is'],
    [`/groups/${group.id}`, 'Its hosts are listed by hand'],
    [`/policies/${policy.id}`, 'It has not started yet'],
    [`/policies/${policy.id}?edit=1`, 'Hosts with one of these tags'],
  ] as const) {
    await page.setViewportSize(NARROW);
    await show(page, where);
    await page.getByText(at).first().waitFor();
    await page.getByText(name).first().waitFor();
    const { clipped, sidewaysPx } = await looksOf(page);
    assert.equal([where, clipped, sidewaysPx], [where, [], 0]);
    const wide = page.locator('.choice', { hasText: name });
    if ((await wide.count()) > 0) assert.ok(((await wide.first().boundingBox())?.width ?? 0) <= NARROW.width);
  }
});

test('a page is set in 15 px', async () => {
  const page = await openPages();
  await show(page, '/hosts');
  const sizes = await page.evaluate(() => {
    const host = document.querySelector('fm-shell')?.shadowRoot?.querySelector('fm-page-hosts');
    const name = host?.shadowRoot?.querySelector('fm-table')?.shadowRoot?.querySelector('.name');
    return [document.body, host, name].map((element) =>
      element ? getComputedStyle(element).fontSize : 'missing',
    );
  });
  assert.equal(sizes, ['15px', '15px', '15px']);
});

test('plan, job and host fit paper: no frame, no buttons, nothing over the edge, all rows', async () => {
  const page = await openPages();
  for (const where of Object.values(jobPaths)) {
    await show(page, where);
    await page.emulateMedia({ media: 'print' });
    await page.setViewportSize({ width: 718, height: 1_000 });
    await settle(page);
    const { clipped, sidewaysPx } = await looksOf(page);
    assert.equal([clipped, sidewaysPx], [[], 0], where);
    assert.is(await page.locator('fm-header').isVisible(), false, 'the frame');
    assert.is(
      await page.getByRole('button').filter({ visible: true }).count(),
      0,
      `${where}: buttons on paper`,
    );
    assert.ok(
      (await page.getByText(LONG.slice(0, 30)).filter({ visible: true }).count()) > 0,
      'the host by name',
    );
    await page.emulateMedia({ media: 'screen' });
  }
});

test('in forced colours states and progress are still told apart', async () => {
  const page = await openPages();
  await page.emulateMedia({ forcedColors: 'active' });
  await show(page, '/hosts');
  const badge = page.locator('fm-badge').first();
  assert.not.equal(await badge.evaluate((element) => getComputedStyle(element).borderTopStyle), 'none');
  await show(page, jobPaths.job);
  await page.setViewportSize(NARROW);
  const { clipped } = await looksOf(page);
  assert.equal(clipped, []);
});

test.run();
