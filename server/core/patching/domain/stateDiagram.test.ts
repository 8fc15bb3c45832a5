import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { formatted } from '#scripts/formatted.ts';
import { stateDiagram } from './stateDiagram.ts';

const file = fileURLToPath(new URL('../../../../docs/understand/job-states.md', import.meta.url));
const test = suite('docs/understand/job-states.md');

test('shows the transitions that the code has (UPDATE_DOCS=1 writes it)', async () => {
  const text = await formatted(file, stateDiagram());
  if (process.env.UPDATE_DOCS) await writeFile(file, text);
  assert.is(await readFile(file, 'utf8'), text);
});

test.run();
