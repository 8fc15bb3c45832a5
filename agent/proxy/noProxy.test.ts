import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readNoProxy } from './noProxy.ts';

const test = suite('no_proxy');

const covers = (list: string, ...hosts: string[]): boolean[] => hosts.map(readNoProxy(list).covers);

test('a name covers itself and all names below it, however it is written', () => {
  for (const list of ['example.org', '.example.org', 'EXAMPLE.org.', 'x, example.org', 'x example.org'])
    assert.equal(
      covers(list, 'example.org', 'patch.example.org', 'Patch.Example.Org', 'notexample.org', 'org'),
      [true, true, true, false, false],
      list,
    );
});

test('addresses and networks cover addresses, by number and not by their text', () => {
  assert.equal(covers('10.0.4.2', '10.0.4.2', '10.0.4.20', 'x.10.0.4.2'), [true, false, false]);
  assert.equal(covers('10.0.0.0/8,192.0.2.0/25', '10.255.0.1', '192.0.2.127', '192.0.2.128'), [
    true,
    true,
    false,
  ]);
  assert.equal(covers('2001:db8::/32', '[2001:db8::1]', '2001:0DB8:0::1', '[2001:db9::1]'), [
    true,
    true,
    false,
  ]);
  assert.equal(covers('[::1]', '[::1]', '[::2]'), [true, false]);
  assert.equal(covers('0.0.0.0/0', '192.0.2.1', 'example.org', '[::1]'), [true, false, false]);
});

test('a star alone covers everything, an empty list nothing', () => {
  assert.equal(covers(' * ', 'example.org', '[::1]'), [true, true]);
  assert.equal(covers('', 'example.org', '[::1]'), [false, false]);
});

test('what curl passes over is passed over, and named', () => {
  const odd = ['*.example.org', 'example.org:8443', '10.0.0.0/33', '10.0.0.0/x', 'a/b/c', '*'];
  const list = readNoProxy(odd.join());
  assert.equal(list.ignored, odd);
  assert.equal(['a.example.org', 'example.org', '10.0.0.1'].map(list.covers), [false, false, false]);
});

test.run();
