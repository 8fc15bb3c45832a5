// needs: chromium
// Scheduled backups: set up, tried, and a failure that says why.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as assert from 'uvu/assert';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { NARROW, screenshot } from '../support/browser.ts';
import { judge, Stage } from '../support/browserStage.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'backups-'));
const stage = new Stage('web: scheduled backups', { env: {} });
const { test } = stage;

test.after(() => rmSync(folder, { recursive: true, force: true }));

test('backups are set up, one is made at once, and one that fails says why', async () => {
  const recipient = await identityToRecipient(await generateX25519Identity());
  const page = await stage.open('/settings?tab=backup', { allow: /status of 4\d\d/ });
  const form = page.getByRole('form', { name: 'Scheduled backup' });
  const list = page.getByRole('region', { name: 'Backups' });
  await list.getByText('No backups yet').waitFor();
  await form.getByLabel('Daily backup').click();
  await form.getByLabel('Directory').fill(path.join(folder, 'none'));
  await form.getByRole('textbox', { name: 'Recipients' }).fill(recipient);
  await form.getByRole('button', { name: 'Save' }).click();
  await form.getByText('cannot be written by the manager').first().waitFor();
  await form.getByLabel('Directory').fill(folder);
  await form.getByRole('button', { name: 'Save' }).click();
  await list.getByText('Scheduled', { exact: true }).waitFor();
  await list.getByRole('button', { name: 'Back up now' }).click();
  await list.getByText('Completed').waitFor();
  assert.is(readdirSync(folder).length, 1);
  await judge(page);
  await screenshot(page, 'backups');
  rmSync(folder, { recursive: true });
  await list.getByRole('button', { name: 'Back up now' }).click();
  await list.getByText('Failed', { exact: true }).waitFor();
  await list.getByText('ENOENT').first().waitFor();
  await page.setViewportSize(NARROW);
  await judge(page);
  await screenshot(page, 'backups-narrow');
});

test.run();
