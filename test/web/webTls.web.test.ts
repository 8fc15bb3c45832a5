// needs: chromium
// The certificate of the web UI: chosen, confirmed by the browser, and taken back if it cannot be confirmed.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as assert from 'uvu/assert';
import { createAuthority, issuePair } from '../../server/core/agents/pki/pki.testing.ts';
import { NARROW, screenshot } from '../support/browser.ts';
import { judge, Stage } from '../support/browserStage.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'web-tls-'));
const [cert, key] = ['cert.pem', 'key.pem'].map((name) => path.join(folder, name)) as [string, string];
const stage = new Stage('web: certificate of the pages', {
  env: { FLEETMEND_WEB_CERT_FILE: cert, FLEETMEND_WEB_KEY_FILE: key },
});
const { test } = stage;

test.before(async () => {
  const pair = await issuePair(await createAuthority(), { kind: 'web', names: ['patch.example.org'] });
  writeFileSync(cert, pair.cert);
  writeFileSync(key, pair.key);
});
test.after(() => rmSync(folder, { recursive: true, force: true }));

test('another certificate is shown and confirmed by one click, and where the browser does not reach it, that is told', async () => {
  const page = await stage.open('/settings?tab=access', { allow: /status of 409|ERR_FAILED/ });
  const card = page.getByRole('region', { name: 'Console certificate' });
  await card.getByText('get a certificate of the internal CA').waitFor();
  await card.getByText('patch.example.org').waitFor();
  await card.getByRole('button', { name: 'Use own certificate' }).click();
  await card.getByText('Confirmed: the new certificate stays in use').waitFor();
  await card.getByText('Browsers get your own certificate.').waitFor();
  await judge(page);

  await page.route('**/settings/web-tls/confirm', (route) => route.abort());
  await card.getByRole('button', { name: 'Use internal certificate' }).click();
  await card.getByText('could not reach the manager with the new certificate').waitFor();
  await card.getByText('The change is reverted at').waitFor();
  await screenshot(page, 'web-tls-not-confirmed');
  await page.setViewportSize(NARROW);
  await judge(page);
  await page.unroute('**/settings/web-tls/confirm');
  await card.getByRole('button', { name: 'Confirm' }).click();
  await card.getByText('Confirmed:').waitFor();
  const { strategy, pending } = await stage.manager.must('GET', '/api/v1/settings/web-tls');
  assert.equal([strategy, pending], ['internal_ca', null]);

  writeFileSync(key, (await issuePair(await createAuthority(), { kind: 'web', names: [] })).key);
  await page.reload();
  await card.getByText('The key is not that of the first certificate').waitFor();
});

test.run();
