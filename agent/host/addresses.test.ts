import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { addressTowards, lastingAddress, ownAddresses } from './addresses.ts';

const test = suite('addresses of this host');

test('the address towards a URL is one of its own; without a way or a name there is none', async () => {
  assert.is(await addressTowards(new URL('https://127.0.0.1:8443')), '127.0.0.1');
  assert.ok(ownAddresses().includes('127.0.0.1'));
  assert.is(await addressTowards(new URL('https://no-such-name.invalid')), null);
});

test('a lasting address of the same network and interface stands for a temporary one', () => {
  const inet6 = [
    '00000000000000000000000000000001 01 80 10 80       lo',
    'fe80000000000000000000000000000a 02 40 20 80     eth0',
    '20010db800000001000000000000aaaa 02 40 00 21     eth0',
    '20010db800000001000000000000bbbb 02 40 00 01     eth0',
    '20010db8000000010000000000000dad 02 40 00 88     eth0',
    '20010db8000000010000000000000001 02 40 00 80     eth0',
    '20010db8000000020000000000000001 02 40 00 80     eth0',
    '20010db8000000010000000000000002 03 40 00 80     eth1',
    '20010db800000003000000000000cccc 03 40 00 01     eth1',
  ].join('\n');
  assert.is(lastingAddress('2001:db8:0:1::bbbb', inet6), '2001:db8:0:1::1');
  assert.is(lastingAddress('2001:db8:0:1::1', inet6), '2001:db8:0:1::1');
  assert.is(lastingAddress('2001:db8:0:3::cccc', inet6), '2001:db8:0:3::cccc', 'there is no other');
  assert.is(lastingAddress('2001:db8:9::1', inet6), '2001:db8:9::1');
});

test.run();
