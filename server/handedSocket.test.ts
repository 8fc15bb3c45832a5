import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { otherThanConfigured, takeHandedSocket } from './handedSocket.ts';

const test = suite('the socket that systemd hands over');

test('it is taken where it is meant for this process, and the variables go', () => {
  const env = { LISTEN_PID: '7', LISTEN_FDS: '1', LISTEN_FDNAMES: 'fleetmend.socket', PATH: '/bin' };
  assert.equal(takeHandedSocket(env, 7), { fd: 3 });
  assert.equal(env, { PATH: '/bin' } as never);
});

test('one for another process, or none, does not count; of several nobody would know which', () => {
  assert.is(takeHandedSocket({ LISTEN_PID: '8', LISTEN_FDS: '1' }, 7), null);
  assert.is(takeHandedSocket({ LISTEN_PID: '7', LISTEN_FDS: '0' }, 7), null);
  assert.is(takeHandedSocket({}, 7), null);
  assert.throws(() => takeHandedSocket({ LISTEN_PID: '7', LISTEN_FDS: '2' }, 7), /hands over 2 sockets/);
});

test('where it is not at the configured address, that is said with what to do', () => {
  const handed = { address: '127.0.0.1', port: 8443 };
  assert.is(otherThanConfigured(handed, { listen: '127.0.0.1', port: 8443 }), null);
  assert.is(otherThanConfigured(handed, { listen: 'localhost', port: 8443 }), null);
  assert.match(
    otherThanConfigured(handed, { listen: '0.0.0.0', port: 8443 }) ?? '',
    /127\.0\.0\.1 port 8443 .* which counts, and the configuration says 0\.0\.0\.0 port 8443: run "systemctl daemon-reload"/,
  );
  assert.match(otherThanConfigured(handed, { listen: '127.0.0.1', port: 443 }) ?? '', 'port 443');
});

test.run();
