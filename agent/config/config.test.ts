import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { loadAgentConfig } from './config.ts';
import { agentHelp, printAgentConfig } from './help.ts';

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
    ['ca-fingerprint', 'abc'],
    ['log-level', 'loud'],
    ['connection', 'both'],
    ['refresh-interval-secs', '-1'],
    ['machine-id', '../x'],
  ])
    assert.match(load(`--${flag}=${value}`), `--${flag}: `);
  assert.match(load('--config', '/nonexistent.toml'), '/nonexistent.toml');
});

test('a token is no flag, for every user of the host can read arguments', ({ file }) => {
  const load = (argv: string[], env = {}) =>
    messageOf(() => loadAgentConfig(['--config', file, ...argv], env, true));
  for (const argv of [['--enrollment-token', 'fme_x.y'], ['--enrollment-token=fme_x.y']]) {
    assert.match(load(argv), '--token-file FILE');
    assert.not.match(load(argv), 'fme_x');
  }
  assert.match(
    load([], { FLEETMEND_AGENT_ENROLLMENT_TOKEN: 'secret' }),
    'FLEETMEND_AGENT_ENROLLMENT_TOKEN: ',
  );
});

test('more addresses of the manager come after manager_url, each once, as a list or with commas', ({
  file,
}) => {
  const load = (text: string) => {
    writeFileSync(file, text);
    const { config } = loadAgentConfig(['--config', file], {}, true);
    return [config.managerUrl, ...config.managerUrls];
  };
  const [a, b, c] = ['https://a.example', 'https://b.example:8443', 'https://c.example'];
  assert.equal(load(`manager_url = "${a}"\nmanager_urls = ["${b}", "${a}", "${c}"]`), [a, b, c]);
  assert.equal(load(`manager_urls = "${b}, ${c}"`), [b, c]);
  assert.equal(load(''), [null]);
  assert.match(
    messageOf(() => load('manager_urls = ["http://a.example"]')),
    'manager_urls in',
  );
});

test('the proxy is taken from the file before the environment, and its credentials are never shown', ({
  file,
}) => {
  const load = (text: string, env: Record<string, string> = {}) => {
    writeFileSync(file, text);
    return loadAgentConfig(['--config', file], env, true).config;
  };
  const env = { HTTPS_PROXY: 'proxy.example.org:3128', NO_PROXY: 'localhost,*.example.org' };
  assert.equal(
    [load('', env).httpsProxy, load('', env).noProxy],
    ['http://proxy.example.org:3128', 'localhost,*.example.org'],
  );
  assert.is(load('', { https_proxy: 'http://small:1', ...env }).httpsProxy, 'http://small:1');
  const own = load('https_proxy = "http://jo:geheim@[2001:db8::1]:3128/"\nno_proxy = "10.0.0.0/8"\n', env);
  assert.is(own.noProxy, '10.0.0.0/8');
  assert.match(printAgentConfig(own), 'https_proxy = "http://[2001:db8::1]:3128/"');
  assert.not.match(printAgentConfig(own), 'geheim');
  assert.is(load('https_proxy = ""\n', env).httpsProxy, null, 'empty is none, whatever the environment says');
  for (const wrong of [
    'http://proxy',
    'socks5://p:1',
    'http://u:gehe/im@p:1',
    'http://u:gehe%im@p:1',
    'http://u@p:1/x',
  ]) {
    assert.match(
      messageOf(() => load(`https_proxy = "${wrong}"`)),
      /^https_proxy in .*: must be http:/,
      wrong,
    );
    assert.not.match(
      messageOf(() => load('', { HTTPS_PROXY: wrong })),
      'gehe',
    );
    assert.match(
      messageOf(() => load('', { HTTPS_PROXY: wrong })),
      'the environment variable HTTPS_PROXY: must',
    );
  }
  const flag = messageOf(() => loadAgentConfig(['--https-proxy', 'http://u:geheim@p:1'], {}, true));
  assert.match(flag, 'https_proxy in the configuration file or FLEETMEND_AGENT_HTTPS_PROXY');
});

test('a mistake in the file is told with the file and, where the file cannot be read, its line', ({
  file,
}) => {
  const load = (text: string) => {
    writeFileSync(file, text);
    return messageOf(() => loadAgentConfig(['--config', file], {}, true));
  };
  assert.is(
    load('listen = "::"\nport = 9443 9444\n'),
    `the configuration file ${file} is no TOML: line 2, column 13: each key-value declaration must be followed by an end-of-line`,
  );
  assert.is(load('port = "abc"\n'), `port in ${file}: "abc" is not a whole number`);
  assert.is(load('listen = { a = 1 }\n'), `listen in ${file}: must be a text, a number, or a list of words`);
  assert.match(load('[agent]\nport = 1\n'), 'no sections');
  assert.is(load('reboot_command = "[x"\n'), `reboot_command in ${file}: must be a list of words`);
});

test('an empty directory or path is refused, an empty variable is none', ({ file }) => {
  const load = (flags: string[], env = {}) =>
    messageOf(() => loadAgentConfig(['--config', file, ...flags], env, true));
  assert.is(load(['--data-dir=']), '--data-dir: must not be empty');
  assert.is(load(['--boot-id-file=']), '--boot-id-file: must not be empty');
  assert.is(load([], { FLEETMEND_AGENT_CONFIG: '', FLEETMEND_AGENT_TOKEN_FILE: '' }), 'accepted');
  assert.not.match(load(['--port', '-1']), '\n', 'one line');
});

test('help and version are told whatever is wrong with the file', ({ file }) => {
  writeFileSync(file, 'prot = 1\n');
  for (const name of ['help', 'version'] as const)
    assert.is(loadAgentConfig(['--config', file, `--${name}`], {}, true).name, name);
});

test('a token file that is gone matters only to who has to enroll', ({ dir, file }) => {
  const gone = join(dir, 'gone');
  writeFileSync(file, `token_file = "${gone}"\n`);
  const { config } = loadAgentConfig(['--config', file], {}, true);
  assert.is(config.enrollmentToken, null);
  assert.match(config.tokenProblem ?? '', `the token file ${gone} cannot be used: ENOENT`);
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
    'are for different managers',
  );
});

test('without root the agent is read-only whatever the configuration says', ({ file }) => {
  const readOnly = (isRoot: boolean, ...argv: string[]) =>
    loadAgentConfig(['--config', file, ...argv], {}, isRoot).config.readOnly;
  assert.equal([readOnly(true), readOnly(false), readOnly(true, '--read-only')], [false, true, true]);
});

test('a surplus word is refused, also where only the configuration is printed', ({ file }) => {
  // Whoever writes this means that it is off, while the flag turns it on.
  const words = ['--config', file, '--read-only', 'false'];
  for (const argv of [words, [...words, '--print-config']])
    assert.is(
      messageOf(() => loadAgentConfig(argv, {}, true)),
      'unknown command: false (see --help)',
    );
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
  const { connectionConfigured: written, ...again } = loadAgentConfig(['--config', file], {}, true).config;
  const { connectionConfigured: _, ...printed } = config;
  assert.equal(again, printed);
  assert.is(written.source, `connection in ${file}`);
});

test.run();
