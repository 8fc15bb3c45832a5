import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { addressSortKey, isLoopback, judgeAddress, normalAddress } from './address.ts';

const test = suite('addresses');

const VERDICTS: Record<string, string | null> = {
  '10.0.4.30': null,
  '192.168.1.1': null,
  '100.64.0.7': null,
  '203.0.113.9': null,
  '2001:db8::7': null,
  'fd12:3456::1': null,
  '::ffff:10.0.0.1': null,
  '127.0.0.1': 'LOOPBACK',
  '127.8.8.8': 'LOOPBACK',
  '::1': 'LOOPBACK',
  '::ffff:127.0.0.1': 'LOOPBACK',
  '0:0:0:0:0:ffff:7f00:1': 'LOOPBACK',
  '169.254.169.254': 'LINK_LOCAL',
  '::ffff:169.254.169.254': 'LINK_LOCAL',
  '::ffff:a9fe:a9fe': 'LINK_LOCAL',
  'fe80::1': 'LINK_LOCAL',
  '100.100.100.200': 'METADATA',
  '192.0.0.192': 'METADATA',
  'fd00:ec2::254': 'METADATA',
  'fd00:ec2::23': 'METADATA',
  'fd00:ec3::23': null,
  'fd20:ce::254': 'METADATA',
  '168.63.129.16': 'METADATA',
  '::ffff:168.63.129.16': 'METADATA',
  '168.63.129.17': null,
  '0.0.0.0': 'UNSPECIFIED',
  '0.1.2.3': 'UNSPECIFIED',
  '::': 'UNSPECIFIED',
  '224.0.0.1': 'MULTICAST',
  'ff02::1': 'MULTICAST',
  '255.255.255.255': 'RESERVED',
  '240.0.0.1': 'RESERVED',
  '64:ff9b::a9fe:a9fe': 'RESERVED',
  '64:ff9b:1::a9fe:a9fe': 'RESERVED',
  'fec0::1': 'RESERVED',
  'feff:ffff::1': 'RESERVED',
  '100::1': 'RESERVED',
  '2002:a9fe:a9fe::1': 'RESERVED',
  '::a9fe:a9fe': 'RESERVED',
  '::169.254.169.254': 'NOT_AN_ADDRESS',
  '::10.0.0.1': 'NOT_AN_ADDRESS',
};

test('only what may be dialled passes, however it is spelled', () => {
  for (const [address, verdict] of Object.entries(VERDICTS))
    assert.is(judgeAddress(address), verdict, address);
});

test('odd spellings are no addresses', () => {
  const odd = [
    '0x7f.1',
    '2130706433',
    '127.1',
    '0177.0.0.1',
    '127.0.0.01',
    '１２７.0.0.1',
    'fe80::1%eth0',
    'localhost',
    '',
    '10.0.0.1:80',
    '[::1]',
    ' 10.0.0.1',
  ];
  for (const text of odd) assert.is(judgeAddress(text, true), 'NOT_AN_ADDRESS', text);
});

test('loopback passes where it was allowed, and nothing else with it', () => {
  assert.is(judgeAddress('127.0.0.1', true), null);
  assert.is(judgeAddress('::1', true), null);
  assert.is(judgeAddress('169.254.1.1', true), 'LINK_LOCAL');
  assert.ok(isLoopback('::ffff:127.0.0.1') && !isLoopback('10.0.0.1'));
});

test('one address has one spelling and one place in the order', () => {
  assert.is(normalAddress('::FFFF:10.0.0.1'), '10.0.0.1');
  assert.is(normalAddress('2001:DB8:0:0::7'), '2001:db8::7');
  const sorted = ['2001:db8::1', '10.0.0.10', '9.0.0.1', '10.0.0.9'].sort((a, b) =>
    addressSortKey(a) < addressSortKey(b) ? -1 : 1,
  );
  assert.equal(sorted, ['9.0.0.1', '10.0.0.9', '10.0.0.10', '2001:db8::1']);
});

test.run();
