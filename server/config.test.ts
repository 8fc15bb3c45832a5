import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { configHelp, loadConfig, printConfig } from './config.ts';

const test = suite('config');
const fileWith = (text: string): string => {
  const path = join(mkdtempSync(join(tmpdir(), 'config-')), 'manager.toml');
  writeFileSync(path, text);
  return path;
};

test('the environment wins over the file, the file over the default', () => {
  const file = fileWith('port = 9000\nlisten = "10.0.0.1"\nweb_names = ["a.example", "b.example"]\n');
  const config = loadConfig({ FLEETMEND_PORT: '9001' }, file);
  assert.equal([config.port, config.listen, config.logLevel], [9001, '10.0.0.1', 'info']);
  assert.equal(config.webNames, ['a.example', 'b.example']);
});

test('unknown keys and wrong values are refused by name', () => {
  assert.throws(() => loadConfig({ FLEETMEND_PROT: '1' }), /unknown environment variable: FLEETMEND_PROT/);
  assert.throws(() => loadConfig({}, fileWith('prot = 1\n')), /unknown key in .*: prot/);
  assert.throws(() => loadConfig({ FLEETMEND_PORT: '70000' }), /FLEETMEND_PORT: "70000" is not a port/);
  assert.throws(() => loadConfig({ DATABASE_URL: 'postgres://x' }), /mysql:\/\//);
  assert.throws(() => loadConfig({}, '/nowhere/x.toml'), /cannot be read/);
  for (const notice of ['two\nlines', 'x'.repeat(201)])
    assert.throws(() => loadConfig({ FLEETMEND_NOTICE: notice }), /FLEETMEND_NOTICE: must be one line/);
});

test("a database's password with characters of URLs is refused by their place, or taken as it is by itself", () => {
  for (const [password, odd] of [
    ['a%b', '%'],
    ['a#b', '#'],
    ['a/b', '/'],
    ['a?b', '?'],
    ['a@b', '@'],
  ] as const) {
    const read = () => loadConfig({ DATABASE_URL: `mysql://fleet:${password}@db/fleetmend` });
    assert.throws(read, (error: Error) => {
      assert.match(error.message, /^DATABASE_URL: the password in it contains a plain/);
      assert.ok(error.message.includes(`"${odd}": write it as ${encodeURIComponent(odd)}`), error.message);
      assert.not(error.message.includes(password), 'the password itself is not told');
      return true;
    });
    const env = { DATABASE_URL: 'mysql://db/fleetmend', DATABASE_USER: 'fl%et', DATABASE_PASSWORD: password };
    const found = new URL(loadConfig(env).databaseUrl ?? '');
    const told = [found.username, found.password].map(decodeURIComponent);
    assert.equal([...told, found.host, found.pathname], ['fl%et', password, 'db', '/fleetmend']);
  }
  const encoded = loadConfig({ DATABASE_URL: 'mysql://fleet:a%25b@db/fleetmend' });
  assert.is(decodeURIComponent(new URL(encoded.databaseUrl ?? '').password), 'a%b');
  const twice = { DATABASE_URL: 'mysql://fleet:x@db/f', DATABASE_PASSWORD: 'y' };
  assert.throws(() => loadConfig(twice), /password is given twice/);
  assert.throws(() => loadConfig({ DATABASE_PASSWORD: 'y' }), /no database_url/);
  assert.not.match(
    printConfig(loadConfig({ DATABASE_URL: 'mysql://db/f', DATABASE_PASSWORD: 'hunter2' })),
    /hunter2/,
  );
});

test('a public address that agents and people could not use is refused', () => {
  const published = (url: string) => loadConfig({ FLEETMEND_PUBLIC_URL: url }).publicUrl;
  for (const wrong of ['http://a.example', 'a.example', 'https://a.example/patch', 'https://a.example/?x=1'])
    assert.throws(() => published(wrong), /FLEETMEND_PUBLIC_URL: ".*" is not of the form https:/);
  for (const right of ['https://a.example', 'https://a.example/', 'https://[::1]:8443'])
    assert.is(published(right), right);
});

test('what is printed holds no secret, and the help names every key', () => {
  const config = loadConfig({ DATABASE_URL: 'mysql://u:hunter2@h/d', FLEETMEND_ADMIN_PASSWORD: 'hunter3' });
  assert.not.match(printConfig(config), /hunter/);
  for (const line of printConfig(config).split('\n')) {
    const name = /^(?:# )?(\w+)/.exec(line)?.[1] ?? '';
    assert.match(configHelp(), new RegExp(`\\b${name}\\b`));
  }
});

test('a key of the wrong length and a proxy that is no address are refused before anything starts', () => {
  assert.throws(() => loadConfig({ FLEETMEND_SECRET_KEY: 'abc' }), /FLEETMEND_SECRET_KEY: must be 32 bytes/);
  for (const wrong of ['nonsense', '0.0.0.0/0', '10.0.0.0/33'])
    assert.throws(
      () => loadConfig({ FLEETMEND_TRUSTED_PROXIES: `10.0.0.1, ${wrong}` }),
      new RegExp(`FLEETMEND_TRUSTED_PROXIES: "${wrong}" is not an address`),
    );
  const { trustedProxies } = loadConfig({ FLEETMEND_TRUSTED_PROXIES: '10.0.0.1,fd00::/8,loopback' });
  assert.equal(trustedProxies, ['10.0.0.1', 'fd00::/8', 'loopback']);
});

test.run();
