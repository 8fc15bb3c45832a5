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
