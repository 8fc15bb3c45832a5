import { renderSVG } from 'uqr';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { qrPath } from './qr.ts';
import { codesFile } from './texts.ts';

const test = suite('factors: what is drawn and kept');

test('a QR code has its light frame, and a finder in three of its corners', () => {
  const { size, d } = qrPath('otpauth://totp/Fleetmend:admin?secret=JBSWY3DPEHPK3PXP&issuer=Fleetmend');
  assert.is((size - 8 - 17) % 4, 0);
  const isDark = (x: number, y: number): boolean => d.includes(`M${x} ${y}h1v1h-1z`);
  for (let at = 0; at < 4; at += 1) assert.not(isDark(at, 4));
  // The outer ring of a finder is seven modules long, and its second ring is light.
  for (const [x, y] of [
    [4, 4],
    [size - 11, 4],
    [4, size - 11],
  ] as const) {
    for (let at = 0; at < 7; at += 1) assert.ok(isDark(x + at, y) && isDark(x, y + at), `${x} ${y} ${at}`);
    assert.not(isDark(x + 1, y + 1));
    assert.ok(isDark(x + 3, y + 3));
  }
});

test('what is drawn is what the library draws, rows as rows', () => {
  const text = 'otpauth://totp/Fleetmend:admin?secret=JBSWY3DPEHPK3PXP&issuer=Fleetmend';
  const drawn = renderSVG(text, { ecc: 'M', border: 4, pixelSize: 1 });
  const dark = (path: string): string[] =>
    [...path.matchAll(/M(\d+)[ ,](\d+)h1/g)].map(([, x, y]) => `${x} ${y}`).sort();
  assert.ok(dark(drawn).length > 300);
  assert.equal(dark(qrPath(text).d), dark(drawn));
});

test('the file of the codes says whose they are', () => {
  assert.is(
    codesFile(['AAAA-BBBB-CCCC', 'DDDD-EEEE-FFFF'], { username: 'olga', host: 'patch.example:8443' }),
    'Recovery codes of olga at patch.example:8443\nEach works once, in place of another second factor.\n\nAAAA-BBBB-CCCC\nDDDD-EEEE-FFFF\n',
  );
});

test.run();
