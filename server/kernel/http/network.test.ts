import type { IncomingMessage } from 'node:http';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { callerResolver, crowdKey, limitKey, unnamedProxies } from './network.ts';

const test = suite('networks of callers');

function from(remoteAddress: string | undefined, forwarded?: string): IncomingMessage {
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  return { headers, socket: { remoteAddress } } as unknown as IncomingMessage;
}

test('a limit counts IPv4 whole and IPv6 by /64, however an address is spelled', () => {
  const keys: Record<string, string> = {
    '203.0.113.9': '203.0.113.9',
    '::ffff:203.0.113.9': '203.0.113.9',
    '::FFFF:cb00:7109': '203.0.113.9',
    '2001:db8:0:7::1': '2001:db8:0:7::/64',
    '2001:DB8:0:7:ffff:ffff:ffff:ffff': '2001:db8:0:7::/64',
    '2001:db8:0:8::1': '2001:db8:0:8::/64',
    'fe80::1%eth0': 'fe80::/64',
    'fe80::2%eth1': 'fe80::/64',
    '::1': '::/64',
    '127.1': 'unknown',
    '0x7f.0.0.1': 'unknown',
    '203.0.113.9:80': 'unknown',
    '': 'unknown',
    'drop table': 'unknown',
  };
  for (const [address, key] of Object.entries(keys)) assert.is(limitKey(address), key, address);
});

test('a crowd is counted by IPv4 /24 and IPv6 /64', () => {
  assert.is(crowdKey('203.0.113.9'), '203.0.113.0/24');
  assert.is(crowdKey('::ffff:203.0.113.250'), '203.0.113.0/24');
  assert.is(crowdKey('203.0.114.9'), '203.0.114.0/24');
  assert.is(crowdKey('2001:db8:0:7:1:2:3:4'), '2001:db8:0:7::/64');
  assert.is(crowdKey('nobody'), 'unknown');
});

test('without trusted proxies the other end of the connection is the caller', () => {
  const callerOf = callerResolver([]);
  assert.is(callerOf(from('10.0.0.1', '203.0.113.9')), '10.0.0.1');
  assert.is(callerOf(from('::ffff:10.0.0.1')), '10.0.0.1');
  assert.is(callerOf(from(undefined, '203.0.113.9')), 'unknown');
});

test('names, networks and mapped spellings of trusted proxies count, read from the right', () => {
  const behindLoopback = callerResolver(['loopback']);
  for (const proxy of ['127.0.0.1', '127.0.0.53', '::1', '::ffff:127.0.0.1'])
    assert.is(behindLoopback(from(proxy, '198.51.100.1, 203.0.113.9')), '203.0.113.9', proxy);
  assert.is(behindLoopback(from('10.0.0.1', '203.0.113.9')), '10.0.0.1');
  const behindTwo = callerResolver(['10.0.0.0/8', '::ffff:192.0.2.7', 'fd00::/8']);
  assert.is(behindTwo(from('::ffff:10.9.9.9', '1.1.1.1, 203.0.113.9, 192.0.2.7')), '203.0.113.9');
  assert.is(behindTwo(from('fd00::5', '203.0.113.9,::FFFF:c000:207')), '203.0.113.9');
  assert.is(behindTwo(from('10.9.9.9', '10.1.1.1, 10.2.2.2')), '10.1.1.1');
});

test('a hop is an address in its usual spelling, with a port or brackets, or it is unknown', () => {
  const callerOf = callerResolver(['loopback', '192.0.2.7']);
  const hops: Record<string, string> = {
    '203.0.113.9:4711': '203.0.113.9',
    '[2001:DB8::0:7]:443': '2001:db8::7',
    '[2001:db8::7]': '2001:db8::7',
    '::ffff:203.0.113.9': '203.0.113.9',
    '198.51.100.1, 192.0.2.7:80': '198.51.100.1',
    '198.51.100.1, 127.1': 'unknown',
    '198.51.100.1, 0x7f.1': 'unknown',
    '198.51.100.1, unknown': 'unknown',
    '::203.0.113.9': 'unknown',
    [`198.51.100.1, ${'9'.repeat(9_000)}`]: 'unknown',
    ' , ,': '127.0.0.1',
    '': '127.0.0.1',
  };
  for (const [forwarded, address] of Object.entries(hops))
    assert.is(callerOf(from('127.0.0.1', forwarded)), address, forwarded.slice(0, 60));
});

test('proxies that are none are refused', () => {
  for (const wrong of ['proxy.example', '10.0.0.0/33', '0.0.0.0/0', ''])
    assert.throws(
      () => callerResolver([wrong]),
      (error: unknown) => error instanceof TypeError,
      wrong,
    );
});

test('a connection to the name that agents use, which a proxy only passes on, says nothing about who calls', () => {
  const to = (servername: string | false): IncomingMessage => {
    const req = from('10.0.0.1', '203.0.113.9');
    Object.assign(req.socket, { servername });
    return req;
  };
  const callerOf = callerResolver(['10.0.0.1']);
  const agents = ['manager.fleetmend.internal', 'Manager.Fleetmend.Internal'];
  for (const name of agents) assert.is(callerOf(to(name)), '10.0.0.1', name);
  for (const name of ['patch.example.org', false] as const)
    assert.is(callerOf(to(name)), '203.0.113.9', String(name));
  assert.is(unnamedProxies(['10.0.0.1'])(to('manager.fleetmend.internal')), '10.0.0.1');
});

test('an address whose X-Forwarded-For does not count is told once, and a trusted one or one without it never', () => {
  const unnamed = unnamedProxies(['10.0.0.1']);
  assert.is(unnamed(from('10.0.0.1', '203.0.113.9')), null);
  assert.is(unnamed(from('10.0.0.2')), null);
  assert.is(unnamed(from('::ffff:10.0.0.2', '203.0.113.9')), '10.0.0.2');
  assert.is(unnamed(from('10.0.0.2', '203.0.113.9')), null);
});

test('a crowd that sends X-Forwarded-For is not told one by one', () => {
  const unnamed = unnamedProxies([]);
  const told = Array.from({ length: 50 }, (_, index) => unnamed(from(`10.0.0.${index}`, '203.0.113.9')));
  assert.is(told.filter((address) => address !== null).length, 10);
});

test.run();
