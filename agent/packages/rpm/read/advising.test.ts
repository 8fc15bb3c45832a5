import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { hasAdvisories } from './advising.ts';

const test = suite('repositories with advisories');

const repomd = (...data: string[]) => `<?xml version="1.0"?>\n<repomd>\n${data.join('\n')}\n</repomd>\n`;
const primary = '<data type="primary"><open-size>90000</open-size></data>';
const updateinfo = (size: string) => `<data type="updateinfo">\n  <checksum>a</checksum>\n  ${size}\n</data>`;

test('a repository tells which of its updates are for security if it has a list of advisories that is not empty', () => {
  assert.is(hasAdvisories(repomd(primary)), false, 'most vendors, and mirrors that drop it');
  assert.is(hasAdvisories(repomd(primary, updateinfo('<open-size>57</open-size>'))), false, 'an empty list');
  assert.is(hasAdvisories(repomd(updateinfo('<open-size>4711</open-size>'), primary)), true);
  assert.is(hasAdvisories(repomd(updateinfo(''), primary)), true, 'of no known size');
  assert.is(hasAdvisories(''), false);
});

test.run();
