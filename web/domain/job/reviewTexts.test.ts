import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Schemas } from '../../core/schema.ts';
import { freeText, holdEffect, holdReason, holdTitle, rebootText } from './reviewTexts.ts';

const test = suite('the review of a job in words');

const hold: Schemas['JobPreviewHold'] = {
  kind: 'window',
  id: null,
  name: 'Night',
  effect: 'wait',
  reason: 'OUTSIDE_WINDOW',
  message: 'The window is closed.',
  until: null,
  ends_at: null,
  hosts_total: 3,
  hosts: [{ host_id: 'h', fqdn: 'web1' }],
};
const preview: Schemas['JobPreview'] = {
  hosts_total: 3,
  hosts_free: 0,
  hosts: [],
  holds: [hold],
  holds_total: 1,
  refusal: null,
  reboot: 'if_required',
  hosts_reboot_required: 0,
  hosts_reboot_unknown: 0,
};

test('what holds the hosts is named, with what becomes of them and why where the name does not tell', () => {
  const told = (more: Partial<typeof hold>) => {
    const one = { ...hold, ...more };
    return [holdTitle(one), holdEffect(one), holdReason(one)];
  };
  assert.equal(told({}), ['Maintenance window Night', '3 hosts are held', null]);
  assert.equal(told({ kind: 'check', reason: 'CHECK_FAILING', message: 'Web: down', hosts_total: 1 }), [
    'Health check Night',
    '1 host is held',
    'Web: down',
  ]);
  assert.equal(told({ effect: 'skip', reason: 'WINDOW_TOO_SHORT', message: 'Too short.' }), [
    'Maintenance window Night',
    '3 hosts are skipped',
    'Too short.',
  ]);
  assert.equal(told({ kind: 'approval', effect: 'skip' })[1], '3 hosts need a second approval');
  assert.equal(told({ kind: 'host', effect: 'warn', reason: 'DISK_LOW', name: null }), [
    'Disk is nearly full',
    '3 hosts may fail',
    null,
  ]);
});

test('a summary says how many hosts can start, and which are rebooted', () => {
  assert.is(freeText(preview), 'All 3 hosts wait for a maintenance window.');
  assert.is(
    freeText({ ...preview, hosts_total: 1, holds: [{ ...hold, kind: 'freeze', hosts_total: 1 }] }),
    'The host waits for the end of a freeze.',
  );
  const mixed = [hold, { ...hold, effect: 'skip' as const, hosts_total: 1 }];
  assert.is(freeText({ ...preview, holds: mixed }), 'No host can start at once.');
  const few = [{ ...hold, hosts_total: 2 }];
  assert.is(
    freeText({ ...preview, holds: few }),
    'No host can start at once.',
    'the third is held otherwise',
  );
  assert.is(freeText({ ...preview, hosts_free: 2 }), '2 of 3 hosts can start as soon as the job runs.');
  assert.match(freeText({ ...preview, hosts_free: 3, holds: [] }), /^Nothing holds these hosts/);
  assert.match(rebootText(preview), /no host needs one yet\.$/);
  const due = { ...preview, hosts_reboot_required: 1, hosts_reboot_unknown: 2 };
  assert.match(rebootText(due), /1 host already needs one, 2 unknown\.$/);
  assert.is(
    rebootText({ ...due, reboot: 'never' }),
    'No reboots by this job, although 1 host already needs one.',
  );
  assert.is(rebootText({ ...preview, reboot: 'never' }), 'No reboots by this job.');
  assert.is(
    rebootText({ ...preview, reboot: 'never' }, 2),
    'No reboots by this job; 2 hosts will need one afterwards.',
  );
  assert.is(rebootText({ ...due, reboot: 'always' }), 'Reboots all 3 hosts.');
});

test.run();
