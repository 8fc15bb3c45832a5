import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { deviceText, methodText, randomPassword } from './texts.ts';

const test = suite('users: texts');

test('a device is told by browser and system, where its words say them', () => {
  const edge =
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36 Edg/143.0.0.0';
  const phone =
    'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Mobile Safari/537.36';
  const mac =
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 15_1) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Safari/605.1.15';
  assert.is(deviceText(edge), 'Edge on Windows');
  assert.is(deviceText(phone), 'Chrome on Android');
  assert.is(deviceText(mac), 'Safari on macOS');
  assert.is(deviceText('curl/8.16.0'), 'curl');
  assert.is(deviceText('backup-script/2'), 'backup-script/2');
  assert.is(deviceText(null), 'Unknown client');
});

test('a way of signing in that is not known here keeps its own name', () => {
  assert.is(methodText('sso'), 'by single sign-on');
  assert.is(methodText('smartcard'), 'by smartcard');
});

test('a random password is long enough to be taken, and no two are the same', () => {
  const made = Array.from({ length: 50 }, randomPassword);
  for (const one of made) assert.match(one, /^([a-z2-9]{4}-){3}[a-z2-9]{4}$/);
  assert.is(new Set(made).size, 50);
});

test.run();
