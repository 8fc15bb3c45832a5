import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Schemas } from '../../core/schema.ts';
import { hostsCsv } from './hostsCsv.ts';
import type { JobHost } from './state.ts';

const test = suite('the hosts of a job as CSV');
const JOB = { operation: 'patch', dry_run: false } as Schemas['Job'];

test('each host is a row, in the order that is shown; what it says becomes no formula and breaks no row', () => {
  const host = {
    fqdn: 'web1',
    state: 'failed',
    attempt: 2,
    message: '',
    changes: [{}, {}],
    started_at: '2026-01-15T08:30:00.000Z',
    completed_at: null,
    error: { code: 'SCRIPT_FAILED', message: '=1+1, "two"\nlines' },
  } as unknown as JobHost;
  const second = {
    ...host,
    fqdn: 'a1',
    state: 'completed',
    error: null,
    message: 'done',
    changes: [],
  } as JobHost;
  assert.is(
    hostsCsv(JOB, [host, second]),
    'host,state,attempt,error_code,message,packages_changed,started_at,ended_at\r\n' +
      'web1,Failed,2,SCRIPT_FAILED,"\'=1+1, ""two""\nlines",2,2026-01-15T08:30:00.000Z,\r\n' +
      'a1,Completed,2,,done,0,2026-01-15T08:30:00.000Z,\r\n',
  );
});

test.run();
