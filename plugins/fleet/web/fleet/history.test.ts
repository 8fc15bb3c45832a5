import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Schemas } from '#web/core/schema.ts';
import { rangeOf, rangeStart, withNow } from './history.ts';

const test = suite('plugins/fleet/web/fleet/history');

const point = (at: string, security: number): Schemas['FleetPoint'] => ({
  at,
  hosts_total: 9,
  hosts_unreachable: 1,
  hosts_with_security: security,
  patches_security_total: 20,
  patches_total: 60,
  hosts_reboot_required: 2,
});

test('the picture ends with the figures that stand beside it, and holds nothing after them', () => {
  const status = {
    ...point('', 4),
    hosts_by_health: { healthy: 6, degraded: 0, unreachable: 3, unknown: 0 },
    computed_at: '2026-01-15T12:20:00.000Z',
  } as unknown as Schemas['FleetStatus'];
  const points = withNow(
    [point('2026-01-15T11:00:00Z', 7), point('2026-01-15T12:00:00Z', 6), point('2026-01-15T13:00:00Z', 5)],
    status,
  );
  assert.equal(
    points.map(({ at, hosts_with_security: security }) => [at, security]),
    [
      ['2026-01-15T11:00:00Z', 7],
      ['2026-01-15T12:00:00Z', 6],
      ['2026-01-15T12:20:00.000Z', 4],
    ],
  );
  assert.is(points.at(-1)?.hosts_unreachable, 3);
});

test('a range begins at a whole hour, and an unknown one is the week', () => {
  const now = new Date('2026-01-15T12:34:56Z');
  assert.is(rangeStart('24h', now), '2026-01-14T12:00:00.000Z');
  assert.is(rangeStart('30d', now), '2025-12-16T12:00:00.000Z');
  assert.equal([rangeOf('90d'), rangeOf('toString'), rangeOf(null)], ['90d', '7d', '7d']);
});

test.run();
