import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { jobData } from '../agentAnswers.testing.ts';
import { kept } from './answerLimits.ts';

const test = suite('what is kept of an answer');

test('of the error of a job only what the contract knows is kept, however much the agent adds', () => {
  const error = { code: 'SCRIPT_FAILED', message: 'no', retryable: false };
  const told = {
    ...jobData,
    error: { ...error, details: { pid: 7 }, more: 'x'.repeat(9_000_000) },
  };
  const { error: shown } = kept('getJob', told, 9_001_000) as { error: unknown };
  assert.equal(shown, { ...error, details: { pid: 7 } });
});

test.run();
