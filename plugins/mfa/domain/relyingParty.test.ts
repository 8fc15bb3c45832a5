import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { relyingPartyOf } from './relyingParty.ts';

const test = suite('where passkeys belong to');

const webNames = ['localhost', '127.0.0.1', '::1', 'Patch1'];
const dialled = (host: string | undefined, port = 8443, isEncrypted = true) => ({ host, port, isEncrypted });

test('a public URL decides alone', () => {
  const names = { publicUrl: 'https://Patch.Example.org:9000/ui/', webNames };
  const expected = { rpId: 'patch.example.org', origin: 'https://patch.example.org:9000' };
  for (const host of ['localhost:8443', 'evil.example', undefined])
    assert.equal(relyingPartyOf(names, dialled(host)), expected);
});

test('an address is no name', () => {
  for (const publicUrl of ['https://192.0.2.7', 'https://[2001:db8::7]:8443', 'https://2130706433/'])
    assert.is(relyingPartyOf({ publicUrl, webNames }, dialled('localhost:8443')), null, publicUrl);
  for (const host of ['127.0.0.1:8443', '[::1]:8443', '0x7f.1:8443'])
    assert.is(relyingPartyOf({ publicUrl: null, webNames }, dialled(host)), null, host);
});

test('without a public URL it is the name that was dialled, if it is an own name at the own port', () => {
  const at = (host: string | undefined, port?: number, isEncrypted?: boolean) =>
    relyingPartyOf({ publicUrl: null, webNames }, dialled(host, port, isEncrypted));
  assert.equal(at('localhost:8443'), { rpId: 'localhost', origin: 'https://localhost:8443' });
  assert.equal(at('PATCH1:8443'), { rpId: 'patch1', origin: 'https://patch1:8443' });
  assert.equal(at('localhost', 443), { rpId: 'localhost', origin: 'https://localhost' });
  assert.equal(at('localhost:8080', 8080, false), { rpId: 'localhost', origin: 'http://localhost:8080' });
  for (const host of [
    'evil.example:8443',
    'localhost:9999',
    'localhost',
    'localhost.evil.example:8443',
    '',
    undefined,
  ])
    assert.is(at(host), null, String(host));
});

test.run();
