import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { storeErrorLog } from './createScheduler.ts';
import { JobGoneError } from './store.ts';

const test = suite('errors of the scheduler in the log');

function levelsOf(...errors: Error[]): string[] {
  const levels: string[] = [];
  const log = pino({ level: 'silent' });
  Object.assign(log, { debug: () => levels.push('debug'), warn: () => levels.push('warn') });
  const tell = storeErrorLog(log);
  for (const error of errors) tell(error);
  return levels;
}

/** How Agenda builds the sentences of its look at a run that is under way, from its own code. */
function sentence(part: string): string {
  const source = readFileSync(
    fileURLToPath(new URL('JobProcessor.js', import.meta.resolve('agenda'))),
    'utf8',
  );
  const found = [...source.matchAll(/new Error\(`([^`]*)`\)/g)].map(([, text = '']) => text);
  const text = found.find((candidate) => candidate.includes(part));
  if (text === undefined) throw new Error(`Agenda does not say “${part}” any more`);
  return text.replace('${job.attrs.name}', 'enrollment.pollFirst').replaceAll(/\$\{[^}]*\}/g, '600000');
}

test('a run that had just ended when Agenda looked after it is no warning', () => {
  assert.equal(levelsOf(new Error(sentence('no lockedAt date found'))), ['debug']);
  assert.equal(levelsOf(new JobGoneError('job a.b was replaced')), ['debug']);
});

test('a run that takes too long, and a store that fails, are warnings', () => {
  assert.equal(levelsOf(new Error(sentence('execution took more than')), new Error('SQLITE_FULL')), [
    'warn',
    'warn',
  ]);
});

test('a failure that repeats itself is told once a minute: on a full disk there are some each second', () => {
  const full = (): Error => Object.assign(new Error(`insert … - ${Math.random()}`), { code: 'SQLITE_FULL' });
  assert.equal(levelsOf(full(), full(), new Error('another'), full(), new Error('another')), [
    'warn',
    'warn',
  ]);
});

test.run();
