import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { PatchItem, PatchState } from './api.ts';
import { patchItem } from './patchItem.testing.ts';
import { exceptionKey, judgeHost } from './standing.ts';

const test = suite('standing of a host');

const NOW = new Date('2026-03-01T00:00:00Z');
const levels = { critical_days: 7, important_days: 14, moderate_days: 30, low_days: 90, unrated_days: 30 };
const patch = (parts: Partial<PatchItem> = {}): PatchItem =>
  patchItem('docker', { security: null, ...parts });
const state = (parts: Partial<PatchState>): PatchState => ({
  hostId: 'h',
  fqdn: 'h',
  displayName: null,
  os: null,
  osName: null,
  osVersion: null,
  packageManager: 'apt',
  healthStatus: 'healthy',
  rebootRequired: false,
  polledAt: NOW,
  patchesTotal: 0,
  securityTotal: 0,
  security: [],
  unclear: [],
  ...parts,
});
const judged = (parts: Partial<PatchState>, excepted: string[] = []): string => {
  const rules = { madeAt: NOW, levels, staleAfterMs: 3_600_000, excepted: new Set(excepted) };
  const { standing, reasons } = judgeHost(state(parts), rules);
  return [standing, ...reasons].join(' ');
};

test('what nobody can tell is unknown, never compliant', () => {
  assert.is(judged({}), 'compliant');
  assert.is(
    judged({ patchesTotal: 22, securityTotal: null, unclear: [patch()] }),
    'unknown SECURITY_UNKNOWN',
  );
  const known = { patch: patch({ name: 'curl', security: true }), since: NOW };
  const some = { patchesTotal: 2, securityTotal: 1, security: [known] };
  assert.is(judged(some), 'compliant', 'its service level is not over');
  assert.is(judged({ ...some, unclear: [patch()] }), 'unknown SECURITY_UNKNOWN');
  const late = { ...known, since: new Date('2026-01-01T00:00:00Z') };
  assert.match(judged({ ...some, security: [late], unclear: [patch()] }), /^not_compliant OVERDUE_PATCHES/);
  assert.is(judged({ patchesTotal: null, securityTotal: null }), 'unknown LIST_UNKNOWN', 'unreadable lists');
});

test('a held package with an exception is let be, also where nobody can tell', () => {
  const unclear = [patch({ held: true })];
  assert.match(judged({ patchesTotal: 1, securityTotal: null, unclear }), /^unknown/);
  const excepted = [exceptionKey('h', 'docker')];
  assert.is(judged({ patchesTotal: 1, securityTotal: null, unclear }, excepted), 'compliant');
});

test.run();
