import * as assert from 'uvu/assert';
import { axeEverywhere, screenshot } from '../../support/browser.ts';
import { rows } from '../../support/browserHosts.ts';
import { answerAs, judge, refusal, type Stage } from '../../support/browserStage.ts';

/** The page of one host. */
export function testHost(stage: Stage): void {
  const { test } = stage;

  test('the keyboard opens a host; a refresh shows its progress and reads the patches anew', async () => {
    const page = await stage.open('/hosts');
    await page.getByRole('grid', { name: 'Hosts' }).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    const second = stage.hosts.find(({ fqdn }) => fqdn.startsWith('sim-0002'));
    await page.getByRole('heading', { name: second?.fqdn ?? '' }).waitFor();
    assert.is(new URL(page.url()).pathname, `/hosts/${second?.id}`);
    await page.getByRole('link', { name: '12 pending patches' }).waitFor();
    await page.getByRole('tab', { name: 'Activity' }).click();
    await page.getByText('No jobs yet').waitFor();
    assert.is(new URL(page.url()).searchParams.get('tab'), 'activity');
    await page.getByText('Enrolled').waitFor();
    await page.reload();
    await page.getByText('Patches last read').waitFor();
    assert.equal(await axeEverywhere(page), []);
    await page.getByRole('tab', { name: 'Patches 3' }).click();
    await page.getByText('Host polled').waitFor();
    await rows(page).first().getByText('Security').waitFor();
    const empty = page.getByRole('columnheader', { name: /^(CVEs|Kept back because)$/ });
    assert.is(await empty.count(), 0, 'columns of which no patch says anything');
    await page.getByRole('button', { name: 'Refresh now' }).click();
    await page.getByRole('progressbar', { name: 'Refresh of the package lists' }).waitFor();
    await page.getByText('Patches refreshed.').waitFor();
    await judge(page);
  });

  test('the overview says how the host is in few reads, and its tabs are steps that Back retraces', async () => {
    const [host] = stage.hosts;
    const reads: string[] = [];
    const page = await stage.open(`/hosts/${host?.id}`, {
      prepare: async (tab) =>
        void tab.on('request', (request) => {
          const { pathname, search } = new URL(request.url());
          if (pathname.startsWith('/api/') && request.url().includes(host?.id ?? ''))
            reads.push(pathname + search);
        }),
    });
    const status = page.getByRole('region', { name: 'Status' });
    await status.getByText('Healthy').waitFor();
    await status.getByRole('link', { name: '12 pending patches' }).waitFor();
    await status.getByText('3 security', { exact: false }).first().waitFor();
    const maintenance = page.getByRole('region', { name: 'Maintenance' });
    await maintenance.getByText('Last jobs').waitFor();
    await maintenance.getByText('Next patching').waitFor();
    await status.getByText('Known exploited').waitFor();
    const worst = status.getByRole('list', { name: 'Most severe' });
    await worst.waitFor();
    assert.is(await worst.getByRole('listitem').count(), 4);
    await page.getByText('Running since').waitFor();
    assert.equal(await axeEverywhere(page), []);
    await judge(page);
    // A poll that ends meanwhile has what it changed read again.
    assert.ok(new Set(reads).size <= 6, `reads: ${reads.join(' ')}`);
    assert.is(reads.filter((path) => path.endsWith('/patches')).length, 0, 'read when they are opened');
    await status.getByRole('link', { name: '12 pending patches' }).click();
    await page.getByRole('tab', { name: 'Patches 3', selected: true }).waitFor();
    await page.getByRole('tab', { name: 'Facts' }).click();
    await page.getByText('Machine id').waitFor();
    await page.goBack();
    await page.getByRole('tab', { name: 'Patches 3', selected: true }).waitFor();
    await page.goBack();
    await page.getByRole('tab', { name: 'Overview', selected: true }).waitFor();
  });

  test('what is wrong stands on the overview: failing checks, what is overdue, a reboot', async () => {
    const [host] = stage.hosts;
    if (!host) throw new Error('no host');
    const ailing = {
      ...host,
      health_status: 'unreachable',
      status_reason: 'TIMEOUT',
      patches_security: 3,
      reboot_required: true,
      health_check_status: 'failing',
      tags: ['web'],
      annotations: { owner: 'Team web' },
    };
    const check = { id: host.id, name: 'Front page', enabled: true, last_status: 'failing' };
    const checks = [
      { ...check, last_message: 'It answers with status 500.' },
      { ...check, last_status: 'passing' },
    ];
    const late = { severity: 'critical', standing: 'late', over_days: 4 };
    const patches = [late, { ...late, severity: 'low', standing: 'in_time', over_days: null }];
    const page = await stage.open(`/hosts/${host.id}`, {
      prepare: async (tab) => {
        await tab.route(`**/api/v1/hosts/${host.id}`, (route) => route.fulfill({ json: ailing }));
        await tab.route('**/health-checks', (route) =>
          route.fulfill({ json: { checks, total: 2, next_cursor: null } }),
        );
        await tab.route(/exposure\/patches/, (route) => route.fulfill({ json: { patches, total: 2 } }));
      },
    });
    const status = page.getByRole('region', { name: 'Status' });
    await status.getByText('It answers with status 500.').waitFor();
    assert.is(
      await status.getByRole('link', { name: 'Front page' }).count(),
      1,
      'the passing one is not listed',
    );
    await status.getByText('1 critical, 1 low').waitFor();
    await status.getByRole('link', { name: '1 patch out of SLA, the oldest by 4 days' }).waitFor();
    await status.getByText('Required').waitFor();
    await page.getByText('Check that the host is up').waitFor();
    await page.getByText('Team web').waitFor();
    assert.equal(await axeEverywhere(page), []);
    await judge(page);
    await screenshot(page, 'host-overview-ailing');
    // Of more patches than one page of the manager's, those that are overdue are counted by the manager.
    await page.route(/exposure\/patches/, (route) => {
      const isLate = route.request().url().includes('standing=late');
      return route.fulfill({
        json: isLate ? { patches: [{ ...late, over_days: 9 }], total: 700 } : { patches, total: 900 },
      });
    });
    await page.reload();
    await status.getByRole('link', { name: '700 patches out of SLA, the oldest by 9 days' }).waitFor();
  });

  test('who may read the audit log has the host’s part of it as a tab; others have no such tab', async () => {
    const [host] = stage.hosts;
    const page = await stage.open(`/hosts/${host?.id}?tab=audit`);
    const grid = page.getByRole('grid', { name: 'Audit log of this host' });
    await grid.getByRole('row').nth(1).waitFor();
    await judge(page);
    await grid.getByRole('row').nth(1).getByRole('button').click();
    await page.getByRole('button', { name: 'Filter by this target' }).click();
    await page.waitForURL(/\/audit\?resource=/);
    const asReporter = await stage.open(`/hosts/${host?.id}?tab=audit`, {
      prepare: (tab) => answerAs('reporter', tab),
    });
    await asReporter.getByRole('tab', { name: 'Overview', selected: true }).waitFor();
    assert.is(await asReporter.getByRole('tab', { name: 'Audit' }).count(), 0);
    await judge(asReporter);
  });

  test('what is left out says why, and hostile names are shown harmless', async () => {
    const [host] = stage.hosts;
    const answer = await stage.manager.must<{ patches: object[] }>(
      'GET',
      `/api/v1/hosts/${host?.id}/patches`,
    );
    const advisories = [{ id: 'DSA-1', cves: ['CVE-2026-0001'] }];
    const hostile = {
      name: '<img src=x onerror=alert(1)>\u202e\u001b[31m',
      severity: 'critical',
      security: true,
    };
    const patches = [
      { ...answer.patches.at(-1), name: 'linux-image', security: true, held: true, kept_back_reason: 'HELD' },
      { ...answer.patches[0], ...hostile, phased: true, kept_back_reason: 'PHASED', advisories },
    ];
    const page = await stage.open(`/hosts/${host?.id}?tab=patches`, {
      allow: /status of 404/,
      prepare: (tab) =>
        tab.route('**/patches', (route) => route.fulfill({ json: { ...answer, patches, total: 2 } })),
    });
    await rows(page).first().getByText('Phased').waitFor();
    assert.match(await rows(page).first().innerText(), /<img src=x onerror=alert\(1\)>⟨U\+202E⟩/);
    await rows(page).first().click();
    await page.getByText('not this host’s turn yet').waitFor();
    await page.getByText('CVE-2026-0001').waitFor();
    await rows(page).nth(1).getByText('Held').waitFor();
    const link = page.getByRole('link', { name: 'CVE-2026-0001' });
    assert.is(await link.getAttribute('href'), 'https://www.cve.org/CVERecord?id=CVE-2026-0001');
    await page.getByText('1 package with security patches is held on the host: linux-image.').waitFor();
    await page.route('**/assets/askedWork*', (route) => route.fulfill({ status: 404, body: '' }));
    await page.getByRole('button', { name: 'Unhold …', exact: true }).click();
    await page.getByText('the manager was probably updated').waitFor();
    await page.unroute('**/assets/askedWork*');
    await page.getByRole('button', { name: 'Unhold …', exact: true }).press('Enter');
    await page.getByRole('dialog', { name: `Unhold packages on ${host?.fqdn}?` }).waitFor();
    assert.is(await page.getByRole('textbox', { name: 'Packages' }).inputValue(), 'linux-image');
    assert.equal(await axeEverywhere(page), []);
    await page.keyboard.press('Escape');
    const release = page.getByRole('button', { name: 'Unhold …', exact: true });
    assert.ok(await release.evaluate((it) => it.matches(':focus')), 'the keyboard goes on where it was');
    for (const name of ['CVEs', 'Kept back because'])
      await page.getByRole('columnheader', { name, exact: true }).first().waitFor();
    assert.equal(await axeEverywhere(page), []);
  });

  test('an edit sends what was changed alone; what somebody else changed meanwhile is told and kept', async () => {
    const [, , host] = stage.hosts;
    if (!host) throw new Error('no host');
    const path = `/api/v1/hosts/${host.id}`;
    const page = await stage.open(`/hosts/${host.id}`, { allow: /status of (412|409)/ });
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Edit …' }).click();
    await page.getByRole('dialog', { name: `Edit ${host.fqdn}` }).waitFor();
    const dialog = page.locator('fm-host-edit');
    assert.equal(await axeEverywhere(page), []);
    await dialog.getByRole('textbox', { name: 'Tags' }).fill('web -bad');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('“-bad” is not a valid tag').waitFor();
    await dialog.getByRole('textbox', { name: 'Tags' }).fill('web');
    await stage.manager.must('PUT', path, { display_name: 'Theirs' });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('the name is “Theirs” now').waitFor();
    assert.is(await dialog.getByRole('textbox', { name: 'Tags' }).inputValue(), 'web');
    await dialog.getByRole('button', { name: 'Overwrite with my changes' }).click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.getByRole('heading', { level: 1, name: 'Theirs' }).waitFor();
    const saved = await stage.manager.must<{ tags: string[]; display_name: string }>('GET', path);
    assert.equal([saved.tags, saved.display_name], [['web'], 'Theirs']);
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Edit …' }).click();
    await page.getByRole('dialog', { name: 'Edit Theirs' }).waitFor();
    // The refusal is faked: all simulated hosts share one address, so no real one is taken by another.
    const error = refusal(409, 'HOST_EXISTS', 'Another host has that address and port.');
    await page.route(`**${path}`, (route) =>
      route.request().method() === 'PUT' ? route.fulfill(error) : route.continue(),
    );
    await dialog.getByRole('spinbutton', { name: 'Port' }).fill('7');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Another host has this address and port.').waitFor();
    assert.is(await dialog.getByRole('spinbutton', { name: 'Port' }).inputValue(), '7');
    await stage.manager.must('PUT', path, { display_name: null, tags: [] });
  });
}
