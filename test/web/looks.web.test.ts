// needs: chromium
// time-limit: 300
// How the pages look, zoomed, on paper, and in the reader's own colours: over hosts with long names.
import * as assert from 'uvu/assert';
import { NARROW, settle } from '../support/browser.ts';
import { looksOf } from '../support/browserLooks.ts';
import { LONG, LooksStage } from './looks.testing.ts';

const stage = new LooksStage('web: looks');
const { test } = stage;

test('the checks find what is planted', async () => {
  const page = await stage.openPages();
  await stage.show(page, '/about');
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

test('no text is cut off and none is small, on a telephone, a laptop and a large screen, on any page', async () => {
  assert.equal(await stage.wrongAt([360, 1_280, 2_560]), []);
});

test('at 200 and 400 percent nothing is cut, and the list of hosts shows its rows', async () => {
  const page = await stage.openPages();
  for (const viewport of [
    { width: 640, height: 400 },
    { width: 320, height: 256 },
  ]) {
    await page.setViewportSize(viewport);
    await stage.show(page, '/hosts');
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
      // What is at that point may be within a component of the row.
      while (at && !element.contains(at)) {
        const root = at.getRootNode();
        at = root instanceof ShadowRoot ? root.host : null;
      }
      return at !== null;
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
  const page = await stage.openPages();
  for (const [where, at] of [
    ['/calendar?tab=agenda', 'Policy run'],
    ['/calendar?tab=windows', 'For the group'],
    [`/hosts/${hostIds[0]}?tab=checks`, 'nginx is'],
    [`/groups/${group.id}`, 'Manual group'],
    [`/policies/${policy.id}`, 'No runs yet'],
    [`/policies/${policy.id}?edit=1`, 'Hosts with one of these tags'],
  ] as const) {
    await page.setViewportSize(NARROW);
    await stage.show(page, where);
    await page.getByText(at).first().waitFor();
    await page.getByText(name).first().waitFor();
    const { clipped, sidewaysPx } = await looksOf(page);
    assert.equal([where, clipped, sidewaysPx], [where, [], 0]);
    const wide = page.locator('.choice', { hasText: name });
    if ((await wide.count()) > 0) assert.ok(((await wide.first().boundingBox())?.width ?? 0) <= NARROW.width);
  }
});

test('a page is set in 15 px', async () => {
  const page = await stage.openPages();
  await stage.show(page, '/hosts');
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
  const page = await stage.openPages();
  for (const where of Object.values(stage.jobPaths)) {
    await stage.show(page, where);
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
  const page = await stage.openPages();
  await page.emulateMedia({ forcedColors: 'active' });
  await stage.show(page, '/hosts');
  const badge = page.locator('fm-badge').first();
  assert.not.equal(await badge.evaluate((element) => getComputedStyle(element).borderTopStyle), 'none');
  await stage.show(page, stage.jobPaths.job);
  await page.setViewportSize(NARROW);
  const { clipped } = await looksOf(page);
  assert.equal(clipped, []);
});

test.run();
