import { spawnSync } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { guarded, reportFaultsTo } from './guarded.ts';

const test = suite('guarded callbacks');

const faults: string[] = [];
test.before.each(() => {
  faults.length = 0;
  reportFaultsTo((fault) => void faults.push((fault as Error).message));
});
test.after.each(() => reportFaultsTo(null));

const broken = (..._args: unknown[]): never => {
  throw new Error('broken');
};

test('a listener that throws reports it, and the emitter goes on to the next one', () => {
  const emitter = new EventEmitter();
  const seen: string[] = [];
  emitter.on('news', guarded(broken));
  emitter.on(
    'news',
    guarded((text: string) => seen.push(text)),
  );
  emitter.emit('news', 'a');
  assert.equal(faults, ['broken']);
  assert.equal(seen, ['a']);
});

test('what comes after a fault gets the same arguments, and may fail too', () => {
  const seen: unknown[] = [];
  guarded(broken, (...args: unknown[]) => seen.push(args))(1, 'two');
  assert.equal(seen, [[1, 'two']]);
  guarded(broken, broken)();
  assert.equal(faults, ['broken', 'broken', 'broken']);
});

test('a promise that is rejected is a fault as well', async () => {
  const ended = Promise.withResolvers<string>();
  guarded(
    async (_name: string) => {
      await Promise.resolve();
      broken();
    },
    (name) => ended.resolve(name),
  )('request');
  assert.is(await ended.promise, 'request');
  assert.equal(faults, ['broken']);
});

/** Runs the source in a process of its own, with the import before it. */
function runAlone(source: string): { status: number | null; stderr: string; stdout: string } {
  const whole = `import { guarded, outliveFaults } from '${import.meta.resolve('./guarded.ts')}'; ${source}`;
  return spawnSync(process.execPath, ['--input-type=module', '-e', whole], { encoding: 'utf8' });
}

test('without an entry point that says where faults go, one ends the process', () => {
  const { status, stderr, stdout } = runAlone(`
    setImmediate(guarded(() => { throw new Error('nobody was told'); }));
    setTimeout(() => console.log('still here'), 50);`);
  assert.is(status, 1);
  assert.match(stderr, /nobody was told/);
  assert.is(stdout, '');
});

test('a process that says where they go outlives callbacks that throw and promises that nobody awaits', () => {
  const { status, stdout } = runAlone(`
    outliveFaults((fault) => console.log('told: ' + fault.message));
    setImmediate(guarded(() => { throw new Error('thrown'); }));
    setTimeout(() => void Promise.reject(new Error('rejected')), 20);
    setTimeout(() => console.log('still here'), 50);`);
  assert.is(stdout, 'told: thrown\ntold: rejected\nstill here\n');
  assert.is(status, 0);
});

test.run();
