import * as assert from 'uvu/assert';
import { judge, refusal, type Stage } from '../../support/browserStage.ts';
import { waitFor } from '../../support/wait.ts';

const MARKUP = '<img src=x onerror=alert(1)>';
const LONG = 'python3-a-package-with-a-name-that-nobody-wanted-'.repeat(5);

/** Patches beyond their due time, and packages that are excepted. */
export function testLatePatches(stage: Stage): void {
  const { test } = stage;

  /** A late patch with a hostile name; the manager's clock cannot be moved, so the answer is faked. */
  const latePatch = (more: object): object => ({
    id: '01939f6a-7c1e-7b1a-9d2e-5f0c8a4b6e21',
    host_id: stage.hostIds[0],
    fqdn: stage.hosts[0]?.fqdn,
    display_name: MARKUP,
    package: LONG,
    arch: 'amd64',
    severity: 'critical',
    held: true,
    current_version: `1:${LONG}`,
    available_version: MARKUP,
    standing: 'late',
    excepted_until: null,
    since: '2026-01-01T00:00:00.000Z',
    due_at: '2026-01-08T00:00:00.000Z',
    over_days: 300,
    ...more,
  });

  test('late patches say by how long, of hostile names too; what is not recorded says that it has no due time', async () => {
    const page = await stage.open('/late-patches');
    await page.getByText('No overdue patches').waitFor();
    await judge(page);
    await page.getByRole('button', { name: 'Show all pending' }).click();
    await page.waitForURL(/standing=any/);
    await page.getByText('4 patches on 2 hosts').waitFor();
    await page
      .getByRole('checkbox', { name: /^Select/ })
      .nth(1)
      .check();
    await page.getByRole('button', { name: 'New job for selected' }).click();
    await page.waitForURL(/\/jobs\/new\?/);
    assert.is(new URL(page.url()).searchParams.getAll('host').length, 1);
    const { levels } = await stage.manager.must<{ levels: object }>('GET', '/api/v1/exposure/patches');
    const id = '01939f6a-7c1e-7b1a-9d2e-5f0c8a4b6e22';
    const patches = [
      latePatch({ id, package: 'tar', standing: 'not_recorded', since: null, due_at: null, over_days: null }),
      latePatch({}),
    ];
    await page.route(/\/api\/v1\/exposure\/patches\?/, (route) =>
      route.fulfill({ json: { patches, total: 2, hosts_total: 1, levels, next_cursor: null } }),
    );
    await page.goto(`${stage.manager.url}/late-patches`);
    await page.getByText('by 300 days').waitFor();
    await page.getByText('No due date').waitFor();
    await page.getByText(MARKUP).first().waitFor();
    await judge(page);
    await page.getByRole('button', { name: 'New job for all' }).click();
    await page.getByText(/All of these packages are held/).waitFor();
    await page.getByRole('link', { name: 'Add exception for tar on' }).click();
    const form = page.locator('fm-new-exception');
    await page.getByRole('dialog', { name: 'New exception' }).waitFor();
    await waitFor(async () => (await form.getByLabel('Host').inputValue()) === stage.hosts[0]?.fqdn);
    assert.is(await form.getByLabel('Package').inputValue(), 'tar');
  });

  test('the page of exceptions offers one for each held patch that counts, with host and package filled in', async () => {
    const { levels } = await stage.manager.must<{ levels: object }>('GET', '/api/v1/exposure/patches');
    const patches = [
      latePatch({ package: 'tar', display_name: null }),
      latePatch({
        id: '01939f6a-7c1e-7b1a-9d2e-5f0c8a4b6e23',
        package: 'sed',
        standing: 'excepted',
        excepted_until: '2027-01-01T00:00:00.000Z',
      }),
    ];
    const page = await stage.open('/exceptions', {
      prepare: (fresh) =>
        fresh.route(/\/api\/v1\/exposure\/patches\?/, (route) =>
          route.fulfill({ json: { patches, total: 3, hosts_total: 1, levels, next_cursor: null } }),
        ),
    });
    const held = page.getByRole('region', { name: 'Held patches without an exception' });
    await held.getByRole('link', { name: '1 more held patch' }).waitFor();
    assert.is(await held.getByText('sed').count(), 0);
    await judge(page);
    await held.getByRole('link', { name: /^Add exception for tar on/ }).click();
    const form = page.locator('fm-new-exception');
    await form.getByLabel('Reason').fill('Certified until the spring.');
    await form.getByRole('button', { name: 'Add exception' }).click();
    await page.getByText(`Exception added for tar on ${stage.hosts[0]?.fqdn}.`).first().waitFor();
    const { exceptions } = await stage.manager.must<{ exceptions: { id: string }[] }>(
      'GET',
      '/api/v1/exposure/exceptions',
    );
    assert.is(exceptions.length, 1);
    await stage.manager.must('DELETE', `/api/v1/exposure/exceptions/${exceptions[0]?.id}`);
  });

  test('an exception is made, tells what keeps it from mattering, and is ended; a refusal and a second click are told', async () => {
    const [host] = stage.hosts;
    const page = await stage.open('/exceptions', { allow: /404|409/ });
    await page.getByText('No exceptions').waitFor();
    await page.getByRole('button', { name: 'New exception' }).click();
    const form = page.locator('fm-new-exception');
    const except = form.getByRole('button', { name: 'Add exception' });
    await except.click();
    await form.getByText('Enter a reason.').waitFor();
    await judge(page);
    await form.getByLabel('Host').fill('nobody.example.org');
    await form.getByLabel('Package').fill('openssl');
    await form.getByLabel('Reason').fill(MARKUP);
    await except.click();
    await form.getByText('No host with this name in your scope.').waitFor();
    await form.getByLabel('Host').fill(host?.fqdn ?? '');
    await form.getByText('This package is not held on the host').waitFor();
    const limit = refusal(
      409,
      'EXCEPTION_LIMIT_REACHED',
      'The maximum number of exceptions is reached; end some that are not needed.',
    );
    await page.route('**/api/v1/exposure/exceptions', (route) => route.fulfill(limit), { times: 1 });
    await except.click();
    await form.getByText('End some that are no longer needed').waitFor();
    await except.click();
    await page.getByText(`Exception added for openssl on ${host?.fqdn}.`).first().waitFor();
    await page.getByText('Not held', { exact: true }).waitFor();
    await page.getByText(MARKUP).waitFor();
    await judge(page);
    const { exceptions } = await stage.manager.must<{ exceptions: { id: string }[] }>(
      'GET',
      '/api/v1/exposure/exceptions',
    );
    await page.getByRole('button', { name: /^End exception of openssl/ }).click();
    await stage.manager.must('DELETE', `/api/v1/exposure/exceptions/${exceptions[0]?.id}`);
    await page.locator('fm-confirm').getByRole('button', { name: 'End exception' }).click();
    await page
      .getByText(/The exception had already been ended/)
      .first()
      .waitFor();
    await page.getByText('No exceptions').waitFor();
  });
}
