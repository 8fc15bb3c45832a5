// needs: chromium
// Traces: a collector is set up and tried.
import { createServer } from 'node:http';
import * as assert from 'uvu/assert';
import { NARROW, screenshot } from '../support/browser.ts';
import { judge, Stage } from '../support/browserStage.ts';

const stage = new Stage('web: traces of jobs', { env: {} });
const { test } = stage;

test('a collector is set up and tried; one at another port of the own machine is refused', async () => {
  const page = await stage.open('/settings?tab=general', { allow: /status of 4\d\d/ });
  const form = page.getByRole('form', { name: 'Traces' });
  const trial = page.getByRole('region', { name: 'Test trace' });
  await trial.getByRole('button', { name: 'Send test trace' }).click();
  await trial.getByText('The address of the collector is not set.').waitFor();
  await form.getByLabel('Collector').fill('http://127.0.0.1:9464');
  await form.getByRole('button', { name: 'Save' }).click();
  await form.getByText('port 4318 alone').first().waitFor();
  await form.getByLabel('Collector').fill('http://127.0.0.1:4318');
  await form.getByLabel('Send traces').click();
  await form.getByRole('button', { name: 'Save' }).click();
  const calls: string[] = [];
  const collector = createServer((req, res) => {
    calls.push(req.url ?? '');
    req.resume().on('end', () => res.end());
  });
  await new Promise<void>((resolve) => collector.listen(4318, '127.0.0.1', resolve));
  try {
    await trial.getByRole('button', { name: 'Send test trace' }).click();
    await trial.getByText('The collector took the spans.').waitFor();
    assert.equal(calls, ['/v1/traces']);
    await judge(page);
    await screenshot(page, 'traces');
    await page.setViewportSize(NARROW);
    await judge(page);
    await screenshot(page, 'traces-narrow');
  } finally {
    collector.closeAllConnections();
    await new Promise((resolve) => collector.close(resolve));
  }
});

test.run();
