import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { patchState, type PatchedHost } from './patchState.ts';

const test = suite('host: how it stands with its patches');

const host = (parts: Partial<PatchedHost>): PatchedHost => ({
  patches_total: 0,
  patches_security: 0,
  patches_severity: null,
  health_status: 'healthy',
  ...parts,
});
const told = (parts: Partial<PatchedHost>): string => {
  const { tone, label } = patchState(host(parts));
  return `${tone}: ${label}`;
};

test('security is told first and by its severity, and nothing is called well that was not read', () => {
  assert.is(told({ patches_total: null, patches_security: null }), 'neutral: Not read yet');
  for (const code of ['LISTS_UNREADABLE', 'PATCHES_UNANSWERED']) {
    const problems = [{ code, message: 'Listing patches has failed' }];
    assert.is(told({ patches_total: null, patches_security: null, problems }), 'warn: Unknown', code);
  }
  assert.is(told({ patches_total: 22, patches_security: null }), 'warn: Unknown', 'nobody can tell');
  assert.is(told({ patches_total: 9, patches_security: 6 }), 'warn: 6 security');
  assert.is(
    told({ patches_total: 9, patches_security: 6, patches_severity: 'critical' }),
    'bad: 6 security (critical)',
  );
  assert.is(
    told({ patches_total: 9, patches_security: 1, patches_severity: 'low' }),
    'warn: 1 security (low)',
  );
  assert.is(told({ patches_total: 1 }), 'info: 1 update');
  assert.is(told({}), 'ok: Up to date');
  assert.is(told({ health_status: 'unreachable' }), 'neutral: Up to date');
});

test.run();
