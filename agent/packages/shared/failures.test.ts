import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { DetachedResult } from '../backend.ts';
import { finalFailure } from './failures.ts';

const test = suite('failures of a package job');

/** Like a job's log: `log` is a method that needs its object. */
class Log {
  readonly #lines: string[] = [];

  log(_stream: string, text: string): void {
    this.#lines.push(text);
  }

  get lines(): string {
    return this.#lines.join('\n');
  }
}

const ended = (change: Partial<DetachedResult>): DetachedResult => ({
  exitCode: 0,
  outputTail: '',
  timeLimitHit: false,
  lost: false,
  ...change,
});

test('a bad exit code after which every package stands right is told in the log, and is no failure', () => {
  const env = new Log();
  const verdict = { changes: [], failure: null };
  assert.is(finalFailure(verdict, ended({ exitCode: 100 }), env, 'apt'), null);
  assert.match(env.lines, 'apt ended with 100, yet every package stands where the plan wants it');
  assert.is(finalFailure(verdict, ended({ exitCode: null, lost: true }), env, 'apt')?.code, 'INTERRUPTED');
});

test.run();
