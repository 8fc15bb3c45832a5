import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { alignmentOf, isAligned, urlOf } from './groupChecks.ts';

const test = suite('the rows of hosts for checks of groups');

const check = (id: string, more: object = {}) => ({ id, name: id, enabled: true, editVersion: 1, ...more });
const row = (of: string, more: object = {}) => ({
  id: `row-${of}`,
  groupCheckId: of,
  enabled: true,
  replaced: false,
  editVersion: 1,
  ...more,
});

test('a host gets a row for each check of its groups, and loses those of others', () => {
  const { add, change, remove } = alignmentOf([check('ssh'), check('cron')], [], [row('ssh'), row('old')]);
  assert.equal(
    add.map((one) => [one.check.id, one.enabled, one.replaced]),
    [['cron', true, false]],
  );
  assert.equal([change, remove.map(({ id }) => id)], [[], ['row-old']]);
  assert.ok(isAligned(alignmentOf([check('ssh')], [], [row('ssh')])));
});

test('a row follows an edit of its check, also one that switches it off', () => {
  const [edited] = alignmentOf([check('ssh', { editVersion: 2 })], [], [row('ssh')]).change;
  assert.is(edited?.row.id, 'row-ssh');
  const off = alignmentOf([check('ssh', { enabled: false })], [], [row('ssh')]).change;
  assert.is(off[0]?.to.enabled, false);
  assert.ok(isAligned(alignmentOf([check('ssh', { enabled: false })], [], [row('ssh', { enabled: false })])));
});

test('a check of the host itself of the same name, in any case, replaces that of the group until it is gone', () => {
  const { change } = alignmentOf([check('ssh')], ['SSH'], [row('ssh')]);
  assert.equal([change[0]?.to.replaced, change[0]?.to.enabled], [true, false]);
  const replaced = row('ssh', { replaced: true, enabled: false });
  assert.ok(isAligned(alignmentOf([check('ssh')], ['SSH'], [replaced])));
  assert.is(alignmentOf([check('ssh')], [], [replaced]).change[0]?.to.enabled, true);
});

test('two groups may each have a check of the same name: both count', () => {
  const checks = [check('a', { name: 'ssh' }), check('b', { name: 'ssh' })];
  assert.is(alignmentOf(checks, [], []).add.length, 2);
});

test('an address is that of the host', () => {
  const host = { fqdn: 'web1.example.org', ipAddress: '2001:db8::1' };
  assert.is(urlOf('https://{fqdn}:8443/health', host), 'https://web1.example.org:8443/health');
  assert.is(urlOf('http://{ip_address}/', host), 'http://[2001:db8::1]/');
  assert.is(urlOf('http://{ip_address}/', { ...host, ipAddress: '10.0.0.1' }), 'http://10.0.0.1/');
});

test.run();
