import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { byeReasons, linkLimits, nextHeartbeatMs, readLinkMessage } from './link.ts';

const test = suite('the messages of links');

const agentHello = {
  kind: 'hello',
  version: '1.2.3',
  host_id: '01939f6a-7c1e-7b1a-9d2e-5f0c8a4b6e21',
  boot_id: '5f1c7a0e-2b1d-4a57-9c52-0d6b8e3f9a11',
  mode: 'dial',
  capabilities: ['of-later'],
  epoch: 3,
};
const managerHello = { kind: 'hello', version: '1.2.3', capabilities: [], epoch: 3, link_number: 17 };
const open = { kind: 'open', id: 'a-channel', within_ms: 5_000 };
const bye = { kind: 'bye', why: 'restart', retry_after_ms: 0 };

type End = 'agent' | 'manager';
const read = (message: unknown, from: End): unknown => {
  const text = typeof message === 'string' ? message : JSON.stringify(message);
  try {
    return from === 'agent' ? readLinkMessage(text, from) : readLinkMessage(text, from);
  } catch (error) {
    return (error as { code: string }).code;
  }
};

test('each end reads what the other one sends, whole', () => {
  assert.equal(read(agentHello, 'agent'), agentHello);
  for (const message of [managerHello, open]) assert.equal(read(message, 'manager'), message);
  for (const why of byeReasons)
    for (const from of ['agent', 'manager'] as const)
      assert.equal(read({ ...bye, why }, from), { ...bye, why });
});

test('fields of a later version are no fault, and unknown kinds are ignored', () => {
  assert.equal(read({ ...open, colour: 'red' }, 'manager'), { ...open, colour: 'red' });
  for (const from of ['agent', 'manager'] as const) assert.is(read({ kind: 'due' }, from), null);
  assert.is(read({ kind: 'health' }, 'manager'), null, 'no manager says it');
  assert.is(read(open, 'agent'), null, 'an agent asks for no channels');
});

test('what is no message breaks the protocol', () => {
  for (const text of ['', 'null', '[]', '7', '"hello"', '{"kind":"bye"', '{}', '{"kind":7}', '{"kind":""}'])
    for (const from of ['agent', 'manager'] as const) assert.is(read(text, from), 'VALIDATION_FAILED', text);
  assert.is(read({ kind: 'x'.repeat(65) }, 'agent'), 'VALIDATION_FAILED');
});

/** A message without the field, or with another value there. */
const changed = (message: object, key: string, value: unknown) => ({ ...message, [key]: value });

test('each field must be there, of its type, and within its limits', () => {
  const rows: [End, object, Record<string, unknown[]>][] = [
    [
      'agent',
      agentHello,
      {
        version: [undefined, '', 1, 'x'.repeat(65)],
        host_id: [undefined, '', 'x'.repeat(65)],
        boot_id: [undefined, null, 'x'.repeat(65)],
        mode: [undefined, 'listen'],
        capabilities: [undefined, 'all', [7], [''], Array.from({ length: 65 }, () => 'x')],
        epoch: [undefined, -1, 1.5, '3', 2 ** 53],
      },
    ],
    [
      'manager',
      managerHello,
      {
        version: [undefined],
        capabilities: [null],
        epoch: [undefined, -1],
        link_number: [undefined, -1, '1'],
      },
    ],
    [
      'manager',
      open,
      { id: [undefined, '', 7, 'x'.repeat(65)], within_ms: [undefined, -1, 0.5, '5000', 2 ** 53] },
    ],
    ['manager', bye, { why: [undefined, 'tired', 'toString'], retry_after_ms: [undefined, -1, '0'] }],
    ['agent', bye, { why: [undefined, 'tired'], retry_after_ms: [undefined, -1] }],
  ];
  for (const [from, message, fields] of rows)
    for (const [key, values] of Object.entries(fields))
      for (const value of values)
        assert.is(read(changed(message, key, value), from), 'VALIDATION_FAILED', `${key}: ${String(value)}`);
});

test('heartbeats come 25 s apart, plus or minus a fifth, and several fit into the silence that ends a link', () => {
  assert.equal([0, 0.5, 1].map(nextHeartbeatMs).map(Math.round), [20_000, 25_000, 30_000]);
  assert.ok(nextHeartbeatMs(1) * 2 < linkLimits.silenceMs);
});

test.run();
