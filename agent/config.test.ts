import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { agentHelp, loadAgentConfig, printAgentConfig } from './config.ts';

const test = suite<{ dir: string; file: string }>('agent config');

test.before.each((context) => {
  context.dir = mkdtempSync(join(tmpdir(), 'fleetmend-config-'));
  context.file = join(context.dir, 'agent.toml');
  writeFileSync(context.file, '');
});

test.after.each(({ dir }) => rmSync(dir, { recursive: true }));

const token = `${'s'.repeat(43)}.${'a'.repeat(64)}`;

const messageOf = (act: () => unknown): string => {
  try {
    act();
    return 'accepted';
  } catch (error) {
    return (error as Error).message;
  }
};

test('a flag wins over the environment, that over the file, that over the default', ({ file }) => {
  writeFileSync(file, 'port = 1001\nlisten = "127.0.0.1"\nlog_level = "warn"\n');
  const env = { FLEETMEND_AGENT_PORT: '1002', FLEETMEND_AGENT_LISTEN: '127.0.0.2' };
  const { config, name } = loadAgentConfig(['--config', file, '--port', '1003'], env, true);
  assert.equal(
    [config.port, config.listen, config.logLevel, config.dataDir],
    [1003, '127.0.0.2', 'warn', '/var/lib/fleetmend-agent'],
  );
  assert.is(name, 'run');
  assert.ok(Object.isFrozen(config));
});

test('unknown flags, variables, keys and commands are refused by name', ({ file }) => {
  const load = (argv: string[], env = {}) =>
    messageOf(() => loadAgentConfig(['--config', file, ...argv], env, true));
  assert.match(load(['--prot', '1']), '--prot');
  assert.match(load([], { FLEETMEND_AGENT_PROT: '1' }), 'FLEETMEND_AGENT_PROT');
  assert.match(load(['enrol']), 'enrol');
  writeFileSync(file, 'prot = 1\n');
  assert.match(load([]), 'prot');
});

test('values that make no sense are refused by name', ({ file }) => {
  const load = (...argv: string[]) => messageOf(() => loadAgentConfig(['--config', file, ...argv], {}, true));
  for (const [flag, value] of [
    ['port', '70000'],
    ['listen', 'localhost'],
    ['manager-url', 'http://patch.example'],
    ['enrollment-token', 'secret'],
    ['ca-fingerprint', 'abc'],
    ['log-level', 'loud'],
    ['refresh-interval-secs', '-1'],
    ['machine-id', '../x'],
  ])
    assert.match(load(`--${flag}=${value}`), `--${flag}: `);
  assert.match(load('--config', '/nonexistent.toml'), '/nonexistent.toml');
});

test('a token is read from its file, must fit the fingerprint, and is never printed', ({ dir, file }) => {
  const tokenFile = join(dir, 'token');
  writeFileSync(tokenFile, `${token}\n`);
  const { config } = loadAgentConfig(['--config', file, '--token-file', tokenFile], {}, true);
  assert.is(config.enrollmentToken, token);
  assert.not(printAgentConfig(config).includes('sss'));
  const other = ['--config', file, '--token-file', tokenFile, '--ca-fingerprint', 'b'.repeat(64)];
  assert.match(
    messageOf(() => loadAgentConfig(other, {}, true)),
    'another root',
  );
});

test('without root the agent is read-only whatever the configuration says', ({ file }) => {
  const readOnly = (isRoot: boolean, ...argv: string[]) =>
    loadAgentConfig(['--config', file, ...argv], {}, isRoot).config.readOnly;
  assert.equal([readOnly(true), readOnly(false), readOnly(true, '--read-only')], [false, true, true]);
});

test('a command is a list of words in the file and on the command line', ({ file }) => {
  writeFileSync(file, 'reboot_command = ["/sbin/reboot", "now please"]\n');
  assert.equal(loadAgentConfig(['--config', file], {}, true).config.rebootCommand, [
    '/sbin/reboot',
    'now please',
  ]);
  const { config } = loadAgentConfig(['--config', file, '--reboot-command', 'touch /tmp/x'], {}, true);
  assert.equal(config.rebootCommand, ['touch', '/tmp/x']);
});

test('the help names every variable, and the printed configuration can be read back', ({ file }) => {
  assert.match(agentHelp(), 'FLEETMEND_AGENT_ENROLLMENT_TOKEN');
  const { config } = loadAgentConfig(
    ['--config', file, '--manager-url', 'https://patch.example:8443'],
    {},
    true,
  );
  writeFileSync(file, printAgentConfig(config));
  assert.equal(loadAgentConfig(['--config', file], {}, true).config, config);
});

test.run();
