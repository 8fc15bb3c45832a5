import { readFileSync } from 'node:fs';
import path from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { classify, failedScripts } from './classify.ts';
import { lastErrors } from './lastErrors.ts';

const test = suite('apt classify');
const systems = ['debian-11-apt-2.2.4', 'debian-12-apt-2.6.1', 'debian-13-apt-3.0.3'];
const expected: [string, string][] = [
  ['locked', 'LOCK_HELD'],
  ['locked-dpkg', 'LOCK_HELD'],
  ['locked-mark', 'LOCK_HELD'],
  ['nospace', 'NO_SPACE'],
  ['update-expired', 'METADATA_EXPIRED'],
  ['update-unsigned', 'SIGNATURE_INVALID'],
  ['update-wrongkey', 'SIGNATURE_INVALID'],
  ['update-renamed', 'SIGNATURE_INVALID'],
  ['update-refused', 'FETCH_FAILED'],
  ['corrupt', 'FETCH_FAILED'],
  ['held', 'PACKAGE_HELD'],
  ['removal', 'CONFLICT'],
  ['essential', 'CONFLICT'],
  ['nofind', 'PACKAGE_NOT_FOUND'],
  ['noversion', 'PACKAGE_NOT_FOUND'],
  ['preinst', 'SCRIPT_FAILED'],
  ['postinst', 'SCRIPT_FAILED'],
  ['prerm', 'SCRIPT_FAILED'],
];

for (const system of systems) {
  for (const [name, code] of expected) {
    test(`${system}: ${name} is ${code}`, () => {
      const file = path.join(import.meta.dirname, '../fixtures', system, `${name}.txt`);
      const failure = classify(readFileSync(file, 'utf8'));
      assert.is(failure?.code, code, failure?.message);
      assert.ok((failure?.message.length ?? 0) > 10 && (failure?.message.length ?? 0) < 400);
      if (code === 'SCRIPT_FAILED') assert.is(failure?.details?.['script'], name);
      if (code === 'LOCK_HELD') assert.type(failure?.details?.['pid'], 'number');
    });
  }
}

test('the script of a package that the job is about is named before one that was broken already', () => {
  const line = (name: string) =>
    `dpkg: error processing package ${name} (--configure):\r\n installed ${name} package post-installation script subprocess returned error exit status 3\r\n`;
  const output = line('old') + line('ours:amd64');
  assert.is(classify(output, ['ours'])?.details?.['package'], 'ours');
  assert.is(classify(output)?.details?.['package'], 'old');
  assert.equal(
    failedScripts(output).map((one) => one.exitStatus),
    [3, 3],
  );
});

test('what apt or dpkg cannot read of its configuration is told as that, with their words', () => {
  for (const [output, words] of [
    [
      "E: ProxyAutoDetect command '/usr/bin/none' can not be executed! - access (2: No such file or directory)\n",
      /: ProxyAutoDetect command '\/usr\/bin\/none' can not be executed/,
    ],
    [
      "dpkg: error: configuration error: /etc/dpkg/dpkg.cfg.d/x:1: unknown option 'no-such-option'\nE: Sub-process /usr/bin/dpkg returned an error code (2)\n",
      /: \/etc\/dpkg\/dpkg\.cfg\.d\/x:1: unknown option 'no-such-option'$/,
    ],
  ] as const) {
    const failure = classify(output);
    assert.is(failure?.code, 'LISTS_UNREADABLE', output);
    assert.match(failure?.message ?? '', words);
  }
});

test('a script ended by a signal is told with it', () => {
  const output =
    'installed x package post-installation script subprocess was killed by signal (Terminated)\n';
  assert.match(classify(output)?.message ?? '', 'signal Terminated');
});

test('a dpkg that was killed is an interruption', () => {
  assert.is(classify('E: Sub-process /usr/bin/dpkg received signal 9.\n')?.code, 'INTERRUPTED');
});

test('what no rule knows keeps its own last words', () => {
  assert.is(classify('all is well\n'), null);
  assert.is(lastErrors('x\nE: odd\r\nE: thing\n'), 'E: odd E: thing');
});

test("a hook in the host's apt.conf that fails is told with its list and its command", () => {
  const before =
    "E: Problem executing scripts DPkg::Pre-Invoke 'mount -o remount,rw /usr'\nE: Sub-process returned an error code\n";
  assert.is(classify(before)?.code, 'SCRIPT_FAILED');
  assert.match(classify(before)?.message ?? '', 'DPkg::Pre-Invoke "mount -o remount,rw /usr"');
  const list =
    'E: Sub-process /usr/sbin/apt-listbugs apt returned an error code (10)\nE: Failure running script /usr/sbin/apt-listbugs apt\n';
  assert.match(classify(list)?.message ?? '', 'DPkg::Pre-Install-Pkgs "/usr/sbin/apt-listbugs apt"');
  assert.is(classify(`dpkg: x: No space left on device\n${before}`)?.code, 'NO_SPACE', 'a cause comes first');
});

test('a release that changed its name says how to accept it', () => {
  const output =
    "E: Repository 'http://x bookworm InRelease' changed its 'Label' value from 'Debian' to 'Debian-LTS'\n";
  assert.is(classify(output)?.code, 'SIGNATURE_INVALID');
  assert.match(
    classify(output)?.message ?? '',
    /to 'Debian-LTS' .*apt-get update --allow-releaseinfo-change$/,
  );
});

test('a guard that may not be run is no hook of the host', () => {
  const output =
    '/bin/sh: 1: /var/lib/x/journal/1/guard: Permission denied\nE: Failure running script /var/lib/x/journal/1/guard\n';
  assert.is(classify(output)?.code, 'UNSUPPORTED');
  assert.match(classify(output)?.message ?? '', '/var/lib/x/journal/1 (mount option noexec)');
});

test('a file that not even root may change is told by its name, and what to do', () => {
  const output =
    "dpkg: error processing archive /var/cache/apt/archives/lab-hello_1.1_all.deb (--unpack):\r\n unable to make backup link of './usr/share/lab/lab-hello' before installing new version: Operation not permitted\r\nErrors were encountered while processing:\r\n";
  assert.is(classify(output)?.code, 'UNSUPPORTED');
  assert.match(
    classify(output)?.message ?? '',
    /^unable to make backup link of '\.\/usr\/share\/lab\/lab-hello' .*chattr -i/,
  );
});

test("dpkg's reason for giving up stands on the lines after its error", () => {
  const output =
    "dpkg: unrecoverable fatal error, aborting:\r\n unknown system group 'crontab' in statoverride file; the system group got removed\r\n" +
    'before the override, which is most probably a packaging bug\r\nE: Sub-process /usr/bin/dpkg returned an error code (2)\n';
  assert.is(
    lastErrors(output),
    "dpkg: unknown system group 'crontab' in statoverride file; the system group got removed before the override, which is most probably a packaging bug",
  );
  assert.is(lastErrors('E: once\nE: once\n'), 'E: once');
  const one =
    'dpkg: error processing archive /x/a.deb (--unpack):\r\n cannot access archive: Input/output error\r\nErrors were encountered\r\n';
  assert.is(
    lastErrors(`${one}E: Sub-process /usr/bin/dpkg returned an error code (1)\n`),
    'dpkg: error processing archive /x/a.deb (--unpack): cannot access archive: Input/output error',
  );
});

test.run();
