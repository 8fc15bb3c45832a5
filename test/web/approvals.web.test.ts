// needs: chromium
// time-limit: 300
// Approval by a second person on the screen: a rule is made, a plan asks, a colleague decides, and the result is seen.
import { join } from 'node:path';
import Database from 'better-sqlite3';
import * as assert from 'uvu/assert';
import type { Page } from '../support/browser.ts';
import { openSection, sectionButton } from '../support/browserNav.ts';
import { judge, Stage } from '../support/browserStage.ts';
import { untilEnded, type WireJob } from '../support/fleet.ts';

const stage = new Stage('web: approvals', {
  hosts: 2,
  packages: { patches: 4, security: 2 },
  keepsTab: true,
});
const { test } = stage;
const PASSWORD = 'four quiet herons swim upstream';
const shows = (page: Page, text: string | RegExp): Promise<void> => page.getByText(text).first().waitFor();
const shot = (page: Page, name: string): Promise<unknown> =>
  process.env['SHOTS']
    ? page.screenshot({ path: `${process.env['SHOTS']}/${name}.png`, fullPage: true })
    : page.title();

let bert = '';

/** A day and more passes for what the audit log says: until then nobody whose account I made approves what I ask for. */
function makeOld(dataDir: string): void {
  const database = new Database(join(dataDir, 'fleetmend.sqlite'), { timeout: 10_000 });
  database.prepare('UPDATE kernel_audit SET at = at - ?').run(2 * 86_400_000);
  database.close();
}

/** Calls as the colleague, a second administrator. */
async function asBert<T>(method: string, path: string, body?: unknown): Promise<T> {
  const { manager } = stage;
  if (bert === '') {
    const user = { username: 'bert', role: 'admin', password: PASSWORD, must_change_password: false };
    await manager.must('POST', '/api/v1/users', user);
    makeOld(manager.dataDir);
    const login = { username: 'bert', password: PASSWORD };
    const signedIn = await manager.call('POST', '/api/v1/auth/login', login, null);
    bert = String(signedIn.body['access_token']);
  }
  const answer = await manager.call<T>(method, `/api/v1${path}`, body, bert);
  assert.ok(answer.status < 300, `${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
}

async function planned(name: string, by: 'bert' | 'admin'): Promise<WireJob> {
  const body = { operation: 'patch', dry_run: true, name, target: { host_ids: stage.hostIds } };
  const job =
    by === 'bert'
      ? await asBert<WireJob>('POST', '/jobs', body)
      : await stage.manager.must<WireJob>('POST', '/api/v1/jobs', body);
  return untilEnded(stage.manager, job);
}

interface Asked {
  id: string;
  approval_hash: string;
  run_job_id: string | null;
}

test('a rule needs two administrators, and a change of it is confirmed by the other', async () => {
  const page = await stage.open('/approvals?tab=rules', { allow: /409 .*approval-rules/ });
  await shows(page, 'No approval rules');
  await page.getByRole('button', { name: 'New rule' }).click();
  assert.is(await page.getByLabel('Name').inputValue(), 'All operations', 'a name is proposed');
  await shows(page, 'Nobody else can approve.');
  // A second administrator whom I have just made is none for what I ask for.
  const carl = { username: 'carl', role: 'admin', password: PASSWORD, must_change_password: false };
  const { id: carlId } = await stage.manager.must<{ id: string }>('POST', '/api/v1/users', carl);
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
  const target = { host_ids: stage.hostIds };
  const tonight = { operation: 'patch', name: 'Tonight', target, schedule_at: tomorrow };
  const queued = await stage.manager.must<WireJob>('POST', '/api/v1/jobs', tonight);
  await page.getByLabel('Patch', { exact: true }).check();
  await shows(page, 'Nobody can approve your requests yet');
  await shows(page, /carl \(from/);
  await page.getByRole('group', { name: 'Effect of the rule' }).getByText('This rule stops 1 job.').waitFor();
  await page.getByRole('link', { name: 'Tonight' }).waitFor();
  await shot(page, 'rule-preview');
  await judge(page);
  await stage.manager.must('POST', `/api/v1/jobs/${queued.id}/cancel`);
  await stage.manager.must('DELETE', `/api/v1/users/${carlId}`);
  await page.getByLabel('Patch', { exact: true }).uncheck();
  await page.getByLabel('Name').fill('');
  await page.getByRole('button', { name: 'Add rule' }).click();
  await shows(page, 'Enter a name.');
  await page.getByLabel('Name').fill('Production');
  await page.getByRole('button', { name: 'Add rule' }).click();
  await shows(page, 'With this rule nobody could approve a job or change the rule again.');
  assert.is(await page.getByLabel('Name').inputValue(), 'Production', 'what was typed stays');
  await asBert('GET', '/approval-rules');
  await page.getByRole('button', { name: 'Add rule' }).click();
  const rule = page.getByRole('region', { name: 'Rule Production' });
  await rule.getByText('All operations that change hosts, on all hosts; enabled.').waitFor();
  const { rules } = await asBert<{ rules: { id: string }[] }>('GET', '/approval-rules');
  await asBert('PUT', `/approval-rules/${rules[0]?.id ?? ''}`, { operations: ['patch', 'reboot'] });
  await page.reload();
  await rule.getByText('Change awaiting a second administrator').waitFor();
  await shot(page, 'rules');
  await judge(page);
  await rule.getByRole('button', { name: 'Confirm change' }).click();
  await rule.getByText('Patch, Reboot, on all hosts; enabled.').waitFor();
});

test('a plan asks for a second person, whose answer is seen there and on the run', async () => {
  const plan = await planned('Security of January', 'admin');
  const page = await stage.open(`/jobs/${plan.id}`);
  await shows(page, 'Second approval required');
  await shows(page, /Can approve your requests:\s+bert/);
  await page.getByLabel('Note to the approver').fill('The shop knows.');
  await shot(page, 'plan');
  await page.getByRole('button', { name: /Request approval for 2 hosts/ }).dblclick();
  await shows(page, 'Awaiting second approval.');
  // The button was at the foot of the page; what became of it is at its top.
  await page.locator('fm-approval-notice:focus').waitFor();
  await judge(page);
  const { approvals } = await asBert<{ approvals: Asked[] }>('GET', '/approvals?waits_for_me=true');
  assert.is(approvals.length, 1, 'a second click asks for nothing more');
  await asBert('POST', `/approvals/${approvals[0]?.id ?? ''}/deny`, { reason: 'Not before Sunday.' });
  await shows(page, 'The request was denied');
  await shows(page, 'Not before Sunday.');
  await page.getByRole('button', { name: /Request approval for 2 hosts/ }).click();
  await shows(page, 'Awaiting second approval.');
  await page.getByRole('link', { name: 'View request' }).click();
  const own = page.getByRole('region', { name: 'Security of January' });
  await own.getByText('You planned or requested this, so someone else has to decide.').waitFor();
  assert.is(await own.getByRole('button', { name: /Approve/ }).count(), 0);
  const [second] = (await asBert<{ approvals: Asked[] }>('GET', '/approvals?waits_for_me=true')).approvals;
  const body = { approval_hash: second?.approval_hash };
  const { run_job_id: runId } = await asBert<Asked>('POST', `/approvals/${second?.id ?? ''}/approve`, body);
  await page.goto(`${stage.manager.url}/jobs/${runId ?? ''}`);
  await shows(page, /Approved by bert/);
  await shot(page, 'run');
  await page.goto(`${stage.manager.url}/jobs/${plan.id}`);
  // By the one who decided, and not by who asked.
  await page
    .locator('.notice')
    .filter({ hasText: /Approved for 2 hosts by bert\b/ })
    .waitFor();
  await shot(page, 'plan-approved');
});

test('what a colleague asks for is first on the front page, counted in the side bar, and given by a click', async () => {
  const plan = await planned('Kernel of web', 'bert');
  const asked = await asBert<Asked>('POST', '/approvals', {
    from_plan_job_id: plan.id,
    reboot: 'always',
    note: 'Agreed with the shop.',
  });
  const page = await stage.open('/');
  await page.getByRole('link', { name: /1 approval awaiting your decision/ }).waitFor();
  await sectionButton(page, 'Work').getByText('1', { exact: true }).waitFor();
  await openSection(page, 'Work');
  await page.getByRole('link', { name: /^Approvals ?, 1 request/ }).click();
  const card = page.getByRole('region', { name: 'Kernel of web' });
  await card.getByText('Reboots every host').waitFor();
  await card.getByText('Agreed with the shop.').waitFor();
  await shot(page, 'approvals');
  await judge(page);
  if (process.env['SHOTS']) {
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.setViewportSize({ width: 360, height: 740 });
    await shot(page, 'approvals-dark-narrow');
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize({ width: 1280, height: 800 });
  }
  await card.getByRole('button', { name: 'Deny …' }).click();
  await page.locator('fm-override').getByRole('button', { name: 'Deny', exact: true }).click();
  await shows(page, 'Enter a reason of at least 10 characters.');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await card.getByRole('button', { name: /Approve and run on 2 hosts/ }).dblclick();
  await page.getByRole('tab', { name: 'Decided' }).click();
  await card.getByRole('link', { name: 'Open job' }).waitFor();
  assert.is(await page.getByRole('link', { name: /^Approvals ?, 1 request/ }).count(), 0);
  const { run_job_id: runId } = await asBert<Asked>('GET', `/approvals/${asked.id}`);
  assert.ok(runId);
  // Three are decided by now; pages of two make the list have more than one.
  const list = /\/api\/v1\/approvals\?/;
  await page.route(list, (route) =>
    route.continue({ url: route.request().url().replace('limit=100', 'limit=2') }),
  );
  await page.reload();
  const decided = page.getByRole('region', { name: /Security of January|Kernel of web/ });
  const older = page.getByRole('button', { name: 'Show older' });
  await older.waitFor();
  assert.is(await decided.count(), 2);
  await older.click();
  await decided.nth(2).waitFor();
  assert.equal([await decided.count(), await older.count()], [3, 0]);
  await page.unroute(list);
});

test.run();
