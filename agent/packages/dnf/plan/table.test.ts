import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { parseRpmInventory } from '../../rpm/read/inventory.ts';
import { toResolution } from './table.ts';

const test = suite('dnf table');
const row = (name: string, arch: string, version: string) => `${name}\t${arch}\t0\t${version}\t1\t6\tlab\n`;
const installed = parseRpmInventory(
  row('lab-hello', 'noarch', '1.0') + row('lab-both', 'noarch', '1.0') + row('lab-oldmta', 'noarch', '1.0'),
);

/** Output of dnf 4.14; the second name is too long for its column. */
const four = `Last metadata expiration check: 0:00:01 ago on Sat Nov 21 15:31:29 2026.
Dependencies resolved.

 Problem: package lab-mailer-1.1-1.noarch conflicts with lab-gone provided by lab-gone-1.0-1.noarch
  - problem with installed package lab-gone-1.0-1.noarch
================================================================================
 Package              Architecture   Version                  Repository   Size
================================================================================
Installing:
 kernel               x86_64         5.14.0-91.lab            lab         6.2 k
 lab-package-of-a-very-long-name-that-does-not-fit
                      noarch         1:1.0-1                  lab         6.2 k
     replacing  lab-oldmta.noarch 1.0-1
Upgrading:
 lab-hello            noarch         1.1-1                    lab         6.1 k
Installing dependencies:
 lab-extra            noarch         1.0-1                    lab         6.1 k
Removing dependent packages:
 lab-app              noarch         1.0-1                    @lab          6  
Downgrading:
 lab-both             noarch         0.9-1                    lab         6.1 k
Skipping packages with conflicts:
(add '--best --allowerasing' to command line to force their upgrade):
 lab-mailer           noarch         1.1-1                    lab         6.2 k
Skipping packages with broken dependencies:
 lab-stuck            noarch         1.1-1                    lab         6.1 k

Transaction Summary
================================================================================
Install   3 Packages
`;

/** Output of dnf 5.4. */
const five = `Updating and loading repositories:
Repositories loaded.
Problem 1: cannot install the best update candidate for package lab-stuck-1.0-1.noarch
  - nothing provides lab-nowhere needed by lab-stuck-1.1-1.noarch from lab

Package                   Arch   Version         Repository      Size
Upgrading:
 lab-hello                noarch 0:1.1-1         lab          6.0   B
   replacing lab-hello    noarch 0:1.0-1         <unknown>    6.0   B
Installing:
 lab-newmta               noarch 0:1.0-1         lab          6.0   B
   replacing lab-oldmta   noarch 0:1.0-1         lab          6.0   B
Downgrading:
 lab-both                 noarch 0:0.9-1         @commandline 6.0   B
   replacing lab-both     noarch 0:1.0-1         lab          6.0   B
Removing unused dependencies:
 lab-lib                  noarch 1:1.0-1         lab          6.0   B
Skipping packages with broken dependencies:
 lab-stuck                noarch 1.1-1           lab          6.0   B

Transaction Summary:
 Installing:         1 package
`;

const lines = (output: string) =>
  toResolution(output, installed).changes.map(
    ({ name, arch, from, to, because }) =>
      `${name}:${arch} ${from} > ${to}${because === undefined ? '' : ` because ${because}`}`,
  );

test('dnf 4: broken lines, replaced packages, and versions that only the database knows', () => {
  assert.equal(lines(four), [
    'kernel:x86_64 null > 5.14.0-91.lab',
    'lab-package-of-a-very-long-name-that-does-not-fit:noarch null > 1:1.0-1',
    'lab-oldmta:noarch 1.0-1 > null because lab-package-of-a-very-long-name-that-does-not-fit',
    'lab-hello:noarch 1.0-1 > 1.1-1',
    'lab-extra:noarch null > 1.0-1',
    'lab-app:noarch 1.0-1 > null',
    'lab-both:noarch 1.0-1 > 0.9-1',
  ]);
  assert.equal(toResolution(four, installed).skipped, [
    { name: 'lab-mailer', arch: 'noarch', reason: 'NEEDS_REMOVAL' },
    { name: 'lab-stuck', arch: 'noarch', reason: 'DEPENDENCY' },
  ]);
});

test('dnf5: the replaced version of the package itself, and epoch 0 without its number', () => {
  assert.equal(lines(five), [
    'lab-hello:noarch 1.0-1 > 1.1-1',
    'lab-newmta:noarch null > 1.0-1',
    'lab-oldmta:noarch 1.0-1 > null because lab-newmta',
    'lab-both:noarch 1.0-1 > 0.9-1',
    'lab-lib:noarch 1:1.0-1 > null',
  ]);
  assert.equal(toResolution(five, installed).skipped, [
    { name: 'lab-stuck', arch: 'noarch', reason: 'DEPENDENCY' },
  ]);
});

test('nothing to do is an empty plan', () => {
  assert.equal(toResolution('Dependencies resolved.\nNothing to do.\nComplete!\n', installed).changes, []);
});

test.run();
