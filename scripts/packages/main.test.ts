import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';

const test = suite('package:agent');

function call(...args: string[]): { code: number | null; text: string } {
  const script = path.join(import.meta.dirname, 'main.ts');
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], { encoding: 'utf8' });
  return { code: status, text: stdout + stderr };
}

test('what it does not know is refused in words, and help is no mistake', () => {
  const unknown = call('agent', '--colour');
  assert.is(unknown.code, 2);
  assert.match(unknown.text, /^package:agent: Unknown option '--colour'\nUsage: /);
  assert.is(unknown.text.trim().split('\n').length, 2);
  const help = call('agent', '--help');
  assert.is(help.code, 0);
  assert.match(help.text, /^Usage: npm run package:agent /);
});

test.run();
