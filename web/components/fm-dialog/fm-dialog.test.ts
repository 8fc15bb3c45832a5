// needs: chromium
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { axeEverywhere, NARROW, type Page } from '#test/support/browser.ts';
import { ComponentBrowser } from '#test/support/browserComponent.ts';

const test = suite('fm-dialog');
const browser = new ComponentBrowser();
test.before(() => browser.start());
test.after(() => browser.stop());

const CODE = `
  import '/web/components/fm-dialog/fm-dialog.ts';
  document.body.prepend(document.createElement('header'));
  main.innerHTML = '<button id="opener">Open</button><fm-dialog heading="Edit web1"><p>Its tags.</p>' +
    '<button slot="actions" id="save">Save</button></fm-dialog>' + '<p>Below</p>'.repeat(100);
  const dialog = main.querySelector('fm-dialog');
  globalThis.closings = 0;
  dialog.addEventListener('fm-close', () => { globalThis.closings += 1; });
  main.querySelector('#opener').addEventListener('click', () => { dialog.open = true; });
  Object.assign(globalThis, { dialog });`;

const closedCount = (page: Page): Promise<number> => page.evaluate('globalThis.closings');
const focusedId = (page: Page): Promise<string> =>
  page.evaluate('document.activeElement.id || document.activeElement.localName');

test('it takes the focus, keeps it, and gives it back; the page behind stands still', async () => {
  const { page, problems } = await browser.open(CODE);
  await page.getByRole('button', { name: 'Open' }).click();
  await page.getByRole('dialog', { name: 'Edit web1' }).waitFor();
  assert.is(await focusedId(page), 'fm-dialog');
  for (let press = 0; press < 6; press += 1) {
    await page.keyboard.press('Tab');
    assert.ok(['fm-dialog', 'save', 'body'].includes(await focusedId(page)), await focusedId(page));
  }
  assert.equal(await axeEverywhere(page), []);
  await page.mouse.move(5, 5);
  await page.mouse.wheel(0, 500);
  assert.is(await page.evaluate('scrollY'), 0);
  await page.keyboard.press('Escape');
  assert.is(await page.getByRole('dialog').count(), 0);
  assert.is(await closedCount(page), 1);
  assert.is(await focusedId(page), 'opener');
  await page.mouse.wheel(0, 500);
  await page.waitForFunction(() => scrollY > 0);
  assert.equal(problems, []);
});

test('the cross and a click beside it close it; while work is under way nothing does', async () => {
  const { page } = await browser.open(CODE);
  await page.getByRole('button', { name: 'Open' }).click();
  await page.getByRole('button', { name: 'Close' }).click();
  assert.is(await closedCount(page), 1);
  await page.getByRole('button', { name: 'Open' }).click();
  await page.mouse.click(5, 5);
  assert.is(await closedCount(page), 2);
  await page.getByRole('button', { name: 'Open' }).click();
  await page.evaluate('globalThis.dialog.isLocked = true');
  await page.keyboard.press('Escape');
  await page.mouse.click(5, 5);
  assert.is(await page.getByRole('button', { name: 'Close' }).count(), 0);
  await page.getByRole('dialog').waitFor();
  assert.is(await closedCount(page), 2);
});

test('double clicks do what one click does: they open it, and close it without acting on what lies under it', async () => {
  const { page } = await browser.open(`${CODE}
    globalThis.pressed = 0;
    const under = document.createElement('button');
    under.textContent = 'Under it';
    Object.assign(under.style, { position: 'fixed', inset: '20% 0 0 0' });
    under.addEventListener('click', () => { globalThis.pressed += 1; });
    document.body.append(under);
    main.querySelector('#save').addEventListener('click', () => { dialog.open = false; });`);
  await page.getByRole('button', { name: 'Open' }).dblclick();
  assert.is(await page.getByRole('dialog').count(), 1);
  await page.getByRole('button', { name: 'Save' }).dblclick();
  assert.is(await page.getByRole('dialog').count(), 0);
  assert.is(await page.evaluate('globalThis.pressed'), 0);
  await page.getByRole('button', { name: 'Under it' }).click();
  assert.is(await page.evaluate('globalThis.pressed'), 1);
});

test('a browser that tells late that it was closed neither closes it again nor takes the focus away', async () => {
  const { page } = await browser.open(CODE);
  await page.getByRole('button', { name: 'Open' }).click();
  await page.getByRole('dialog').waitFor();
  const reopen = `(async () => {
    dialog.open = false;
    await dialog.updateComplete;
    dialog.open = true;
    await dialog.updateComplete;
    await new Promise((done) => setTimeout(done, 50));
  })()`;
  await page.evaluate(reopen);
  await page.getByRole('dialog', { name: 'Edit web1' }).waitFor();
  assert.is(await page.evaluate('document.documentElement.style.overflow'), 'hidden');
  assert.is(await closedCount(page), 0);
  await page.evaluate(`(async () => {
    const next = document.body.appendChild(Object.assign(document.createElement('button'), { id: 'next' }));
    dialog.close();
    next.focus();
    await new Promise((done) => setTimeout(done, 50));
  })()`);
  assert.is(await focusedId(page), 'next');
  assert.is(await closedCount(page), 1);
});

test('an open dialog that is taken out of the page and put back is over the page again', async () => {
  const { page } = await browser.open(CODE);
  await page.getByRole('button', { name: 'Open' }).click();
  await page.getByRole('dialog').waitFor();
  await page.evaluate('{ const { parentNode } = dialog; dialog.remove(); parentNode.append(dialog); }');
  await page.getByRole('dialog').waitFor();
  assert.is(await page.evaluate(`dialog.shadowRoot.querySelector('dialog').matches(':modal')`), true);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  assert.is(await page.evaluate('document.documentElement.style.overflow'), '');
  assert.is(await closedCount(page), 1);
});

test('when what had the focus is gone meanwhile, what that was in has it', async () => {
  const { page } = await browser.open(CODE);
  await page.evaluate(`{
    const list = document.createElement('section');
    list.id = 'list';
    list.tabIndex = -1;
    document.querySelector('#opener').replaceWith(list);
    list.innerHTML = '<p><button id="row">Edit</button></p>';
    document.querySelector('#row').focus();
    dialog.open = true;
  }`);
  await page.getByRole('dialog').waitFor();
  await page.evaluate(`document.querySelector('#list p').remove()`);
  await page.keyboard.press('Escape');
  assert.is(await focusedId(page), 'list');
});

test('the focus begins where autofocus says, and it fits a phone', async () => {
  const { page } = await browser.open(
    CODE.replace('id="save"', 'id="save" autofocus').replace('Its tags.', 'Its tags. '.repeat(400)),
    { viewport: NARROW },
  );
  await page.getByRole('button', { name: 'Open' }).click();
  assert.is(await focusedId(page), 'save');
  const box = await page.getByRole('dialog').boundingBox();
  assert.ok(box && box.x >= 0 && box.x + box.width <= NARROW.width && box.height <= NARROW.height);
});

test.run();
