import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { FORM, partsOf, problemsOf, proposalsOf, sentOf, shown, valuesOfBoth } from './mail.ts';

const test = suite('web: what is entered for mail');

const smtp = {
  enabled: false,
  host: '',
  port: 587,
  username: '',
  password: null,
  from: '',
  tls_mode: 'starttls',
  helo_name: '',
};
const notification = { email_enabled: false, email_from: '', recipients: [], log_days: 90 };
const fresh = valuesOfBoth(smtp, notification);
const saved = valuesOfBoth(
  { ...smtp, enabled: true, host: 'mail.example.org', from: 'patch@example.org' },
  { ...notification, email_enabled: true, recipients: ['team@example.org'] },
);
const olga = { email: 'olga@example.org', hostname: 'patch.example.net' };

test('before the first server is saved, what fits is proposed, and sent with what was typed alone', () => {
  assert.equal(proposalsOf(fresh, {}, olga), {
    port: 587,
    enabled: true,
    from: 'fleetmend@example.org',
    recipients: ['olga@example.org'],
  });
  assert.equal(sentOf(fresh, {}, olga), {}, 'looking at the form changes nothing');
  const draft = { host: ' mail.example.org ', from: 'patch@example.org' };
  assert.is(shown(fresh, draft, olga)['from'], 'patch@example.org');
  assert.equal(sentOf(fresh, draft, olga), {
    enabled: true,
    host: 'mail.example.org',
    from: 'patch@example.org',
    recipients: ['olga@example.org'],
  });
  const nobody = { email: null, hostname: '192.0.2.7' };
  assert.equal(proposalsOf(fresh, {}, nobody), { port: 587, enabled: true });
  assert.is(
    proposalsOf(fresh, {}, { ...nobody, hostname: 'patch.example.net' })['from'],
    'fleetmend@patch.example.net',
  );
  const senderAt = (host: string) => proposalsOf(fresh, { host }, nobody)['from'];
  assert.is(senderAt('mail.example.org'), 'fleetmend@example.org');
  assert.is(senderAt('example.org'), 'fleetmend@example.org');
  assert.is(senderAt('localhost'), undefined);
  assert.is(senderAt('192.0.2.25'), undefined);
});

test('the port goes with the encryption, until it is one of their own', () => {
  assert.equal(sentOf(saved, { tls_mode: 'tls' }, olga), { tls_mode: 'tls', port: 465 });
  assert.equal(sentOf(saved, { tls_mode: 'tls', port: 2_465 }, olga), { tls_mode: 'tls', port: 2_465 });
  assert.equal(sentOf({ ...saved, port: 2_525 }, { tls_mode: 'none' }, olga), { tls_mode: 'none' });
  assert.equal(proposalsOf(saved, {}, olga), { port: 587 }, 'nothing else, once a server is saved');
});

test('the one switch is both of the contract, and each field goes to its section', () => {
  assert.is(saved['enabled'], true);
  assert.is(valuesOfBoth({ ...smtp, enabled: true }, notification)['enabled'], false);
  assert.equal(partsOf({ enabled: true, host: 'mail.example.org', recipients: ['a@example.org'] }), {
    smtp: { enabled: true, host: 'mail.example.org' },
    notification: { recipients: ['a@example.org'], email_enabled: true },
  });
  assert.equal(partsOf({ log_days: 30 }), { notification: { log_days: 30 } });
  const all = [...Object.keys(smtp), ...Object.keys(notification)].filter((name) => name !== 'email_enabled');
  assert.equal(FORM.fields.map(({ name }) => name).sort(), all.sort());
});

test('what the manager would refuse is told at its field', () => {
  assert.equal(Object.keys(problemsOf(shown(fresh, { host: '' }, { email: null, hostname: 'localhost' }))), [
    'host',
    'from',
  ]);
  assert.equal(Object.keys(problemsOf({ ...saved, port: 0, recipients: ['x'], log_days: 0 })), [
    'port',
    'recipients',
    'log_days',
  ]);
  assert.equal(problemsOf({ ...fresh, enabled: false }), {}, 'nothing is needed while it is off');
});

test.run();
