// needs: chromium
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { axeEverywhere, NARROW, type Page } from '#test/support/browser.ts';
import { ComponentBrowser } from '#test/support/browserComponent.ts';

const test = suite('fm-field');
const browser = new ComponentBrowser();
test.before(() => browser.start());
test.after(() => browser.stop());

const CODE = `
  import '/web/components/fm-field/fm-field.ts';
  const form = main.appendChild(document.createElement('form'));
  const make = (props) => form.appendChild(Object.assign(document.createElement('fm-field'), props));
  Object.assign(globalThis, { sent: 0, form,
    host: make({ label: 'Name', name: 'name', help: 'As people call it.', value: 'web1', required: true }),
    waves: make({ kind: 'number', label: 'At once', name: 'waves', unit: 'hosts', value: 5, min: 1 }),
    mode: make({ kind: 'select', label: 'Mode', name: 'mode', value: 'b',
      options: [{ value: 'a', label: 'All' }, { value: 'b', label: 'Security' }] }),
    on: make({ kind: 'switch', label: 'Polling', name: 'on', value: false, help: 'Asks the hosts.' }),
    every: make({ kind: 'duration', label: 'Every', name: 'every', value: 5400 }),
    tags: make({ kind: 'list', label: 'Tags', name: 'tags', value: ['web'] }) });
  form.addEventListener('submit', (event) => { event.preventDefault(); globalThis.sent += 1; });`;

const valueOf = (page: Page, field: string): Promise<unknown> => page.evaluate(`globalThis.${field}.value`);

test('label, help and error belong to the control, whatever kind it is', async () => {
  const { page, problems } = await browser.open(CODE);
  const name = page.getByRole('textbox', { name: 'Name (required)' });
  const describedBy = (): Promise<string> =>
    name.evaluate((input) =>
      (input.getAttribute('aria-describedby') ?? '')
        .split(' ')
        .map((id) => (input.getRootNode() as ShadowRoot).getElementById(id)?.textContent?.trim())
        .join(' '),
    );
  assert.is(await describedBy(), 'As people call it.');
  await page.evaluate(`globalThis.host.error = 'That name is taken.'`);
  await page.getByText('That name is taken.').waitFor();
  assert.is(await describedBy(), 'As people call it. That name is taken.');
  assert.is(await name.getAttribute('aria-invalid'), 'true');
  assert.is(await page.getByRole('spinbutton', { name: 'At once' }).getAttribute('aria-describedby'), 'unit');
  assert.equal(await axeEverywhere(page), []);
  await page.setViewportSize(NARROW);
  assert.is(await page.evaluate('document.documentElement.scrollWidth > innerWidth'), false);
  assert.equal(problems, []);
});

test('each kind gives its own sort of value, to events and to the form', async () => {
  const { page } = await browser.open(CODE);
  await page.getByLabel('At once').fill('12');
  await page.getByLabel('Mode').selectOption('All');
  await page.getByRole('switch', { name: 'Polling' }).click();
  await page.getByRole('textbox', { name: 'Tags' }).fill('db, web, edge');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Remove web' }).click();
  assert.is(await valueOf(page, 'waves'), 12);
  assert.is(await valueOf(page, 'on'), true);
  assert.equal(await valueOf(page, 'tags'), ['db', 'edge']);
  await page.getByLabel('At once').fill('');
  assert.is(await valueOf(page, 'waves'), null);
  const sent = await page.evaluate('Object.fromEntries(new FormData(globalThis.form))');
  assert.equal(sent, { name: 'web1', mode: 'a', on: 'true', every: '5400', tags: '["db","edge"]' });
  await page.getByLabel('Name').press('Enter');
  assert.is(await page.evaluate('globalThis.sent'), 1);
});

test('a text typed into a list counts without Enter, and one click sends the form that it would move', async () => {
  const { page } = await browser.open(`${CODE}
    const save = form.appendChild(document.createElement('button'));
    save.textContent = 'Save';
    form.addEventListener('submit', () => (globalThis.kept = new FormData(form).get('tags')));`);
  const tags = page.getByRole('textbox', { name: 'Tags' });
  const save = page.getByRole('button', { name: 'Save' });
  await tags.click();
  await page.keyboard.type('db');
  assert.equal(await valueOf(page, 'tags'), ['web', 'db']);
  assert.is(await page.getByRole('listitem').count(), 1, 'not an entry while it is typed');
  const before = await save.boundingBox();
  // As a hand does it: the field is left while the button is down.
  await page.mouse.move((before?.x ?? 0) + 5, (before?.y ?? 0) + 5);
  await page.mouse.down();
  assert.equal(await save.boundingBox(), before, 'the button stays under the pointer');
  await page.mouse.up();
  assert.is(await page.evaluate('globalThis.sent'), 1);
  assert.is(await page.evaluate('globalThis.kept'), '["web","db"]');
  await page.getByRole('listitem').getByText('db').waitFor();
  assert.is(await tags.inputValue(), '');
  // What is set from outside while somebody types replaces it, text and all.
  await tags.pressSequentially('edge');
  await page.evaluate(`globalThis.tags.value = ['other']`);
  await page.getByRole('listitem').getByText('other').waitFor();
  assert.is(await tags.inputValue(), '');
  // One that is there already is no second entry, and stays when the text goes on.
  await tags.pressSequentially('otherwise');
  assert.equal(await valueOf(page, 'tags'), ['other', 'otherwise']);
  await tags.press('Tab');
  await page.getByRole('listitem').getByText('otherwise').waitFor();
});

test('a duration is shown in the largest unit that fits, and stays in it while one types', async () => {
  const { page } = await browser.open(CODE);
  const number = page.getByRole('spinbutton', { name: 'Every' });
  const unit = page.getByRole('combobox', { name: 'Every: unit' });
  assert.equal([await number.inputValue(), await unit.inputValue()], ['90', 'min']);
  await number.fill('120');
  assert.equal([await valueOf(page, 'every'), await unit.inputValue()], [7200, 'min']);
  await unit.selectOption('hours');
  assert.equal([await number.inputValue(), await valueOf(page, 'every')], ['120', 432_000]);
  await page.evaluate('globalThis.every.value = 86400');
  await page.waitForFunction(
    () =>
      (globalThis as unknown as { every: HTMLElement }).every.shadowRoot?.querySelector('select')?.value ===
      'd',
  );
  assert.is(await number.inputValue(), '1');
});

test.run();
