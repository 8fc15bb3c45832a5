import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { definePlugin } from '#sdk';
import { createPluginTest } from '#sdk/testing.ts';
import { Reasons } from './reasons.ts';

const test = suite('reasons of plugins');

test('a reason needs a code of its own and a sentence', () => {
  const reasons = new Reasons();
  reasons.declare('windows', { WINDOW_CLOSED: 'No maintenance window of the host is open.' });
  const refusal = (plugin: string, sentences: Record<string, string>): string => {
    try {
      reasons.declare(plugin, sentences);
      return 'taken';
    } catch (error) {
      return (error as Error).message;
    }
  };
  assert.match(refusal('x', { 'not a code': 'A sentence.' }), 'is no code');
  assert.match(refusal('x', { X_WAITS: ' ' }), 'needs a sentence');
  assert.match(refusal('x', { X_WAITS: 'x'.repeat(501) }), 'needs a sentence');
  assert.match(refusal('x', { WINDOW_CLOSED: 'A sentence.' }), 'belongs to windows');
  assert.match(refusal('x', { HOST_BUSY: 'A sentence.' }), 'belongs to patching');
  assert.match(refusal('x', { LOCK_HELD: 'A sentence.' }), 'belongs to patching');
  assert.is(refusal('windows', { WINDOW_CLOSED: 'Again.' }), 'taken');
  assert.equal(
    [reasons.sentenceOf('windows', 'WINDOW_CLOSED'), reasons.sentenceOf('x', 'WINDOW_CLOSED')],
    ['Again.', null],
  );
});

test('a plugin that takes the reason of somebody else keeps the manager from starting, by name', async () => {
  const thief = definePlugin({
    name: 'thief',
    requires: ['patching'],
    setup({ core }) {
      core.patching.declareReasons('thief', { HOST_BUSY: 'The host is busy.' });
      return { routes: {} };
    },
  });
  try {
    const kit = await createPluginTest({ plugins: [thief] });
    await kit.stop();
    assert.unreachable('it started');
  } catch (error) {
    assert.is((error as Error).message, 'thief, setup: the reason HOST_BUSY belongs to patching');
  }
});

test.run();
