// needs: chromium
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { axeEverywhere } from '#test/support/browser.ts';
import { ComponentBrowser } from '#test/support/browserComponent.ts';

const test = suite('renderReading');
const browser = new ComponentBrowser();
test.before(() => browser.start());
test.after(() => browser.stop());

const CODE = `
  import { html, LitElement } from 'lit';
  import { ApiError } from '/web/core/apiError.ts';
  import { loadSentences } from '/web/core/errors/sentences.ts';
  import { Resource } from '/web/core/resource.ts';
  import { renderReading } from '/web/components/fm-state/renderReading.ts';
  globalThis.error = (code, status) => new ApiError({ code, status, message: 'x', requestId: 'r1' });
  class Probe extends LitElement {
    figures = new Resource(this, { args: () => [],
      read: () => new Promise((resolve, reject) => Object.assign(globalThis, { resolve, reject })) });
    render() {
      return renderReading(this.figures, { what: 'the hosts', isEmpty: (list) => list.length === 0,
        empty: () => html\`<fm-state kind="empty" heading="No host yet">Enroll the first one.</fm-state>\`,
        complete: (list) => html\`<p>\${list.length} hosts</p>\` });
    }
  }
  await loadSentences(); // as each call does before it hands its error on
  customElements.define('x-probe', Probe);
  globalThis.probe = document.createElement('x-probe');
  main.append(probe);`;

test('a first failure says what failed, why and what to do; a later one of when the figures are; each retries', async () => {
  const { page, problems } = await browser.open(CODE);
  await page.getByText('Loading the hosts …').waitFor();
  await page.evaluate(`reject(error('SERVICE_UNAVAILABLE', 503))`);
  await page.getByRole('heading', { name: 'Loading the hosts failed.' }).waitFor();
  await page.getByText('The manager is starting or stopping').waitFor();
  assert.equal(await axeEverywhere(page), []);
  const retry = page.getByRole('button', { name: 'Try again' });
  await retry.click();
  assert.is(await page.getByRole('button', { name: 'Trying again …' }).isDisabled(), true);
  await page.evaluate('resolve([1, 2])');
  await page.getByText('2 hosts').waitFor();
  await page.evaluate(`probe.figures.retry()`);
  await page.evaluate(
    `new Promise((done) => setTimeout(done)).then(() => reject(error('INTERNAL_ERROR', 500)))`,
  );
  await page.getByText(/Data from/).waitFor();
  const ages = await page.locator('x-probe .notice time').allInnerTexts();
  assert.match(ages.join(' | '), /^\d+ .* \d\d:\d\d [A-Z][\w+:-]* \| just now$/);
  await page.getByText('2 hosts').waitFor();
  await page.getByText('r1').waitFor();
  assert.equal(await axeEverywhere(page), []);
  await retry.click();
  await page.evaluate(`new Promise((done) => setTimeout(done)).then(() => reject(error('NETWORK', 0)))`);
  await page.getByRole('alert').waitFor({ state: 'detached' });
  await page.getByText(/Data from/).waitFor();
  await retry.click();
  await page.evaluate(`new Promise((done) => setTimeout(done)).then(() => resolve([]))`);
  await page.getByText('No host yet').waitFor();
  assert.is(await page.getByText(/Data from/).count(), 0);
  await page.evaluate(`probe.figures.retry()`);
  await page.evaluate(`new Promise((done) => setTimeout(done)).then(() => reject(error('FORBIDDEN', 403)))`);
  await page.getByText('Your role does not allow this.').waitFor();
  assert.equal(problems, []);
});

test.run();
