// needs: chromium
// The configuration, exported to a file and imported from one: the difference is read before it is applied.
import { readFileSync } from 'node:fs';
import * as assert from 'uvu/assert';
import { NARROW, screenshot } from '../support/browser.ts';
import { judge, Stage } from '../support/browserStage.ts';

const stage = new Stage('web: export and import');
const { test } = stage;

interface File {
  version: number;
  parts: { groups: object[]; settings: { polling: Record<string, number> } };
}

test('a file comes out, is changed, shows its difference, and goes in; a stale one is refused', async () => {
  await stage.manager.must('POST', '/api/v1/groups', { name: 'Old', description: 'once' });
  const page = await stage.open('/settings/export-and-import', { allow: /status of (400|409)/ });
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download configuration' }).click();
  const text = readFileSync(await (await saved).path(), 'utf8');
  assert.match(text, /^\{\n {2}"parts": \{\n|^\{\n {2}"version": 1,\n/);
  const file = JSON.parse(text) as File;
  file.parts.settings.polling.health_poll_interval_secs = 45;
  const rule = { match: 'all', conditions: [{ field: 'tag', operator: 'equals', value: 'env=prod' }] };
  const hosts = [{ fqdn: 'gone.example.org', machine_id: null }];
  file.parts.groups = [
    { name: 'Production', description: null, rule },
    { name: 'Web', description: null, hosts },
  ];
  const choose = (content: string) =>
    page.locator('input[type=file]').setInputFiles({
      name: 'configuration.json',
      mimeType: 'application/json',
      buffer: Buffer.from(content),
    });
  const show = page.getByRole('button', { name: 'Show changes' });

  await show.click();
  await page.getByText('Choose a file first.').waitFor();
  await choose('{ "version": 1, ');
  await show.click();
  await page.getByText('This file is not valid JSON').waitFor();
  await choose(
    JSON.stringify({ ...file, parts: { settings: { polling: { health_poll_interval_secs: 0 } } } }),
  );
  await show.click();
  await page.getByText('file/parts/settings/polling/health_poll_interval_secs').waitFor();

  await choose(JSON.stringify(file));
  await page.getByLabel('Replace: also delete').check();
  await show.click();
  const shown = page.getByRole('region', { name: 'Changes' });
  await shown.getByText('Removed: Old').waitFor();
  await shown.getByText('Added: Production').waitFor();
  await shown.getByText('The host gone.example.org does not exist here').waitFor();
  // In the words of the settings, with the value of now.
  await shown.getByText('Changed: Polling').waitFor();
  await shown.getByText('Health', { exact: true }).waitFor();
  await shown.getByText('45 seconds', { exact: true }).waitFor();
  await shown.getByText('Tag is “env=prod”').waitFor();
  await screenshot(page, 'configuration-difference');
  await judge(page);
  await page.setViewportSize(NARROW);
  await judge(page);
  await screenshot(page, 'configuration-difference-narrow');

  await stage.manager.must('POST', '/api/v1/groups', { name: 'Newer' });
  await shown.getByRole('button', { name: 'Import 4 changes' }).click();
  await shown.getByText('nothing was imported').first().waitFor();
  await show.click();
  await shown.getByText('Removed: Newer').waitFor();
  await shown.getByRole('button', { name: 'Import 5 changes' }).click();
  await page.getByText('Imported: 5 changes').waitFor();
  const { groups } = (await stage.manager.must('GET', '/api/v1/groups')) as { groups: { name: string }[] };
  assert.equal(
    groups.map(({ name }) => name),
    ['Production', 'Web'],
  );
});

test.run();
