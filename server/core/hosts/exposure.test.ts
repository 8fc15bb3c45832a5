import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { PatchItem } from './api.ts';
import { ageSpan, exposureOf, withFirstSeen } from './exposure.ts';
import { patchItem } from './patchItem.testing.ts';

const test = suite('server/core/hosts/exposure');
const now = new Date('2026-01-15T12:00:00Z');
const earlier = Date.parse('2026-01-01T12:00:00Z');

const patch = (name: string, security: boolean): PatchItem =>
  patchItem(name, { security, download_size_bytes: null });

test('what was pending keeps its day, what is new begins today, what is patched is forgotten', () => {
  const known = { 'openssl:amd64': earlier, 'gone:amd64': 5 };
  const { since, firstSeen } = exposureOf(
    [patch('openssl', true), patch('bash', true), patch('vim', false)],
    known,
    now,
  );
  assert.equal(firstSeen, { 'openssl:amd64': earlier, 'bash:amd64': now.getTime() });
  assert.is(since?.toISOString(), '2026-01-01T12:00:00.000Z');
});

test('one that was pending before this was recorded is older than all that are recorded', () => {
  const { since, firstSeen } = exposureOf(
    [patch('old', true), patch('bash', true)],
    { 'old:amd64': null },
    now,
  );
  assert.is(since, null);
  assert.equal(firstSeen, { 'old:amd64': null, 'bash:amd64': now.getTime() });
  const shown = withFirstSeen([patch('old', true), patch('bash', true), patch('vim', false)], firstSeen);
  assert.equal(
    shown.map(({ security_since: at }) => at),
    [undefined, '2026-01-15T12:00:00.000Z', undefined],
  );
});

test('a package that is called like a part of every object is a package', () => {
  const { firstSeen } = exposureOf([{ ...patch('constructor', true), arch: '' }], {}, now);
  assert.equal(firstSeen, { 'constructor:': now.getTime() });
});

test('the classes of age follow one upon the other', () => {
  const spans = (['over_90_days', 'under_90_days', 'under_30_days', 'under_7_days'] as const).map((age) =>
    ageSpan(age, now),
  );
  assert.equal(
    spans.slice(1).map(({ from }) => from.toISOString()),
    ['2025-10-17T12:00:00.000Z', '2025-12-16T12:00:00.000Z', '2026-01-08T12:00:00.000Z'],
  );
  for (const [index, span] of spans.slice(1).entries())
    assert.is(spans[index]?.to.getTime(), span.from.getTime());
});

test.run();
