// needs: chromium
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { axeEverywhere } from '#test/support/browser.ts';
import { ComponentBrowser } from '#test/support/browserComponent.ts';

const test = suite('fm-state');
const browser = new ComponentBrowser();
test.before(() => browser.start());
test.after(() => browser.stop());

const CODE = `
  import { Task } from '@lit/task';
  import { html, LitElement } from 'lit';
  import { ApiError } from '/web/core/apiError.ts';
  import { loadSentences } from '/web/core/errors/sentences.ts';
  import { renderTask } from '/web/components/fm-state/renderTask.ts';
  const error = (code, status) => new ApiError({ code, status, message: 'x', requestId: 'r1' });
  class Probe extends LitElement {
    task = new Task(this, { autoRun: false, task: () => new Promise((resolve, reject) => Object.assign(globalThis, { resolve, reject })) });
    render() {
      return renderTask(this.task, { what: 'hosts', isEmpty: (list) => list.length === 0,
        empty: () => html\`<fm-state kind="empty" heading="No host yet">Enroll the first one.</fm-state>\`,
        complete: (list) => html\`<p>\${list.length} hosts</p>\` });
    }
  }
  customElements.define('x-probe', Probe);
  const probe = document.createElement('x-probe');
  main.append(probe);
  await loadSentences(); // as each call does before it hands its error on
  Object.assign(globalThis, { error, run: () => void probe.task.run() });
  globalThis.run();`;

interface Probe {
  run(): void;
  resolve(list: number[]): void;
  reject(error: unknown): void;
  error(code: string, status: number): unknown;
}

test('loading, empty, data, error and no permission each have their words; running again keeps what is there', async () => {
  const { page, problems } = await browser.open(CODE);
  const act = (work: (probe: Probe) => void): Promise<void> =>
    page.evaluate(`(${String(work)})(globalThis)`).then(() => undefined);
  await page.getByText('Loading hosts …').waitFor();
  await act((probe) => probe.resolve([]));
  await page.getByText('No host yet').waitFor();
  assert.equal(await axeEverywhere(page), []);
  await act((probe) => probe.run());
  await act((probe) => probe.resolve([1, 2]));
  await page.getByText('2 hosts').waitFor();
  await act((probe) => probe.run());
  await page.getByText('2 hosts').waitFor();
  await act((probe) => probe.reject(probe.error('SERVICE_UNAVAILABLE', 503)));
  await page.getByText('The manager is starting or stopping').waitFor();
  assert.equal(await axeEverywhere(page), []);
  await page.getByRole('button', { name: 'Try again' }).click();
  await act((probe) => probe.reject(probe.error('FORBIDDEN', 403)));
  await page.getByText('Your role does not allow this.').waitFor();
  assert.is(await page.getByRole('button', { name: 'Try again' }).count(), 0);
  assert.equal(await axeEverywhere(page), []);
  assert.equal(problems, []);
});

test.run();
