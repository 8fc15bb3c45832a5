import { globSync, readFileSync } from 'node:fs';
import { Linter } from 'eslint';
import tseslint from 'typescript-eslint';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { HABITS, habitsIn, plainWords } from './plainWords.ts';

const test = suite('lint: the words of the trade');

/** What the rule says of a source, as `LINE: what was said`. */
function saidIn(source: string, kind: 'texts' | 'labels'): string[] {
  const found = new Linter().verify(source, {
    languageOptions: { parser: tseslint.parser as never },
    plugins: { local: { rules: { 'plain-words': plainWords } } },
    rules: { 'local/plain-words': ['error', kind] },
  });
  return found.map(({ line, message }) => `${line}: ${/“(.*?)”/.exec(message)?.[1] ?? message}`);
}

// Each habit that the texts had, and what was said.
const HABITS_PLANTED: Readonly<Record<string, string>> = {
  'The host is patched by itself.': 'by itself',
  'People are told by mail.': 'told',
  'Hosts at work finish.': 'at work',
  'Two hosts are left out.': 'left out',
  'The lists are read anew.': 'anew',
  'Take it all the same.': 'all the same',
  'Somebody changed it meanwhile.': 'meanwhile',
  'Ten CVEs. Of them two are exploited.': '. Of them',
  'An import is under way.': 'under way',
  'The root is taken out.': 'taken out',
  'A rule asks for a second person.': 'second person',
  'Two hosts break a service level.': 'break a service level',
  'No package is excepted.': 'is excepted',
  'Older rows are deleted for good.': 'for good',
};
const LABEL_HABITS_PLANTED: Readonly<Record<string, string>> = {
  'It is approved.': 'It',
  'What the last run did': 'What the last run did',
  'Make the policy': 'Make the',
  'Take tags away': 'Take tags away',
  'The certificate ends in 7 days.': 'certificate ends',
  'The rule holds at once.': 'rule holds',
  'Waits for approval': 'Waits',
  'The job goes on.': 'goes on',
};

for (const [text, said] of Object.entries(HABITS_PLANTED)) {
  test(`“${text}” is a habit, in code and in docs`, () => {
    assert.equal(saidIn(`\nconst text = ${JSON.stringify(text)};`, 'texts'), [`2: ${said}`]);
    assert.is(habitsIn(text, HABITS)[0]?.said, said);
  });
}

for (const [text, said] of Object.entries(LABEL_HABITS_PLANTED)) {
  test(`“${text}” is a habit of labels`, () => {
    assert.equal(saidIn(`const label = ${JSON.stringify(text)};`, 'labels'), [`1: ${said}`]);
  });
}

test('texts and attributes of markup are read; classes, names, imports, types and style sheets are not', () => {
  const source = [
    "import { told } from './told anew.ts';",
    "type Word = 'at work';",
    'const styles = css`.told { content: "by itself anew"; }`;',
    "const key = 'told';",
    'const page = html`<p class="told anew" @fm-told=${tell}>Retries automatically.</p>`;',
    'const other = html`<h2 aria-label="Read anew">${count} were told</h2>`;',
  ].join('\n');
  assert.equal(saidIn(source, 'texts'), ['6: anew', '6: told']);
});

test('plain words are none, nor is what a package manager calls a hold', () => {
  for (const text of [
    'Retries automatically.',
    'Hold packages',
    'Two packages are held on the host.',
    'What is missing?',
    'Create policy',
    'Certificate expires',
  ])
    assert.equal(saidIn(`const text = ${JSON.stringify(text)};`, 'labels'), [], text);
});

/** Tables of what was measured, found in the field, or made from the code. */
const ALLOWED = ['benchmarks', 'field-conditions', 'job-states', 'mutation', 'test-runs'];

test('no page of the docs has a habit', () => {
  const root = new URL('../../', import.meta.url);
  const pages = globSync(['docs/*.md', 'docs/!(decisions|sdk)/*.md', 'README.md'], { cwd: root }).filter(
    (name) => !ALLOWED.some((page) => name.endsWith(`/${page}.md`)),
  );
  assert.ok(pages.length > 12, `${pages.length} pages`);
  for (const name of pages) {
    const text = readFileSync(new URL(name, root), 'utf8');
    const prose = text.replaceAll(/^```[^]*?^```/gm, '').replaceAll(/`[^`\n]*`|\]\([^)]*\)/g, '');
    const faults = prose
      .split('\n')
      .flatMap((line) => habitsIn(line, HABITS).map(({ said }) => `${said}: ${line}`));
    assert.equal(faults, [], name);
  }
});

test.run();
