import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { judgeOutbound, ownAddresses } from './outboundPolicy.ts';

const test = suite('where calls to the outside may go');

/** Address → refusal where `reach` is `internet`; with `network`, 'PRIVATE' addresses are allowed. */
const VERDICTS: Readonly<Record<string, string | null>> = {
  '93.184.215.14': null,
  '2606:2800:21f:cb07:6820:80da:af6b:8b2c': null,
  '::ffff:93.184.215.14': null,
  '10.0.0.1': 'PRIVATE',
  '172.16.0.1': 'PRIVATE',
  '172.31.255.255': 'PRIVATE',
  '172.32.0.1': null,
  '192.168.1.1': 'PRIVATE',
  '::ffff:192.168.1.1': 'PRIVATE',
  '::ffff:c0a8:101': 'PRIVATE',
  '100.64.0.1': 'PRIVATE',
  'fd12:3456::1': 'PRIVATE',
  '127.0.0.1': 'LOOPBACK',
  '127.1.2.3': 'LOOPBACK',
  '::1': 'LOOPBACK',
  '::ffff:127.0.0.1': 'LOOPBACK',
  '0.0.0.0': 'UNSPECIFIED',
  '0.1.2.3': 'UNSPECIFIED',
  '::': 'UNSPECIFIED',
  '169.254.169.254': 'LINK_LOCAL',
  '::ffff:169.254.169.254': 'LINK_LOCAL',
  'fe80::1': 'LINK_LOCAL',
  'fec0::1': 'RESERVED',
  '100.100.100.200': 'METADATA',
  '168.63.129.16': 'METADATA',
  'fd00:ec2::254': 'METADATA',
  '224.0.0.1': 'MULTICAST',
  'ff02::1': 'MULTICAST',
  '255.255.255.255': 'RESERVED',
  '240.0.0.1': 'RESERVED',
  '192.0.0.8': 'RESERVED',
  '192.0.2.1': 'RESERVED',
  '198.18.0.1': 'RESERVED',
  '198.51.100.1': 'RESERVED',
  '203.0.113.1': 'RESERVED',
  // Addresses that carry an IPv4 address inside: NAT64, its local prefix, 6to4, Teredo, IPv4-compatible.
  '64:ff9b::a9fe:a9fe': 'RESERVED',
  '64:ff9b::7f00:1': 'RESERVED',
  '64:ff9b:1::a00:1': 'RESERVED',
  '2002:7f00:1::': 'RESERVED',
  '2001:0:7f00:1::': 'RESERVED',
  '::7f00:1': 'RESERVED',
  '2001:db8::1': 'RESERVED',
  // Unusual spellings, of which nobody can be sure what they mean.
  '0x7f.1': 'NOT_AN_ADDRESS',
  '0177.0.0.1': 'NOT_AN_ADDRESS',
  '2130706433': 'NOT_AN_ADDRESS',
  '127.1': 'NOT_AN_ADDRESS',
  '１２７.０.０.１': 'NOT_AN_ADDRESS',
  'fe80::1%eth0': 'NOT_AN_ADDRESS',
  '[::1]': 'NOT_AN_ADDRESS',
  localhost: 'NOT_AN_ADDRESS',
  '': 'NOT_AN_ADDRESS',
};

for (const [address, expected] of Object.entries(VERDICTS)) {
  test(`${address || 'nothing'}: ${expected ?? 'may be called'}`, () => {
    assert.is(judgeOutbound(address, 'internet', []), expected);
    assert.is(judgeOutbound(address, 'network', []), expected === 'PRIVATE' ? null : expected);
  });
}

test('the addresses of the manager itself are refused whatever the purpose, in every spelling', () => {
  const own = ['10.0.0.5', '93.184.215.14', 'fd12::5'];
  for (const address of ['10.0.0.5', '93.184.215.14', 'fd12::5', 'FD12:0::5', '::ffff:10.0.0.5'])
    assert.is(judgeOutbound(address, 'network', own), 'OWN_ADDRESS', address);
  assert.is(judgeOutbound('10.0.0.6', 'network', own), null);
  assert.ok(ownAddresses().includes('127.0.0.1'), 'the interfaces are read');
});

test.run();
