// needs: chromium
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { untilTrue } from '#test/support/browser.ts';
import { ComponentBrowser } from '#test/support/browserComponent.ts';

const test = suite('fm-job-log');
const browser = new ComponentBrowser();
test.before(() => browser.start());
test.after(() => browser.stop());

const CODE = `
  import { html, render } from 'lit';
  import '/web/pages/job/fm-job-log.ts';
  globalThis.fetch = async (input) => {
    const host = new URL(input.url ?? input, location.href).pathname.split('/').at(-2);
    const at = '2026-01-15T08:30:00.000Z';
    const logs = Array.from({ length: 45 }, (_, index) => ({ seq: index + 1, at, stream: 'stdout',
      text: index % 9 === 0 ? host + ': found ' + index : host + ': line ' + index }));
    const after = Number(new URL(input.url ?? input, location.href).searchParams.get('after_seq') ?? 0);
    return new Response(JSON.stringify({ logs: logs.filter(({ seq }) => seq > after), next_seq: 45 }),
      { headers: { 'content-type': 'application/json' } });
  };
  globalThis.show = (host) => render(html\`<fm-job-log .jobId=\${'job'} .hostId=\${host} .fqdn=\${host}></fm-job-log>\`, main);
  globalThis.show('web1');`;

test('it shows the end of the log, also after a search and of the next host', async () => {
  const { page, problems } = await browser.open(CODE);
  await page.getByText('web1: line 44').waitFor();
  await page.getByText('(times: Europe/Berlin)').waitFor();
  await page.getByLabel('Search the log').fill('found');
  await page.getByText('web1: found 36').waitFor();
  await page.getByLabel('Search the log').fill('');
  await page.getByText('web1: line 44').waitFor();
  await page.evaluate("globalThis.show('db1')");
  await page.getByText('db1: line 44').waitFor();
  assert.is(await page.getByText('web1:').count(), 0);
  await untilTrue(page, `document.querySelector('fm-job-log').scrollTopPx > 0`);
  assert.equal(problems, []);
});

test.run();
