// time-limit: 240
// Every block of commands in the documentation: run by a test, or each of its commands is checked against the program
// that it calls (its own help, the scripts of package.json, the contract), or it is on a list with the reason.
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { run } from './support/process.ts';
import { commandsOf, shellBlocks, type ShellCommand } from './support/shellWords.ts';

const root = path.resolve(import.meta.dirname, '..');

/** Pages whose commands a test runs as they are written. */
const RUN: Readonly<Record<string, string>> = {
  'docs/automate/api.md': 'test/docExamples.test.ts',
  'docs/automate/jobs.md': 'test/docExamples.test.ts',
  'docs/automate/events.md': 'test/docExamples.test.ts',
  'docs/secure/own-authority.md': 'server/core/agents/rotation/ownAuthority.test.ts',
};

/** Blocks that cannot be read as commands, by a part of their text: why. */
const LEFT_OUT: readonly [part: string, why: string][] = [
  [
    '…; } && { echo token=TOKEN; …',
    'shortened: plugins/enrollment has the whole line, which the installer’s tests run',
  ],
  ['{ echo ca_fingerprint=…; curl …; }', 'shortened: the same line with another end'],
];

/** Programs of the system and what of them the pages use: options that nobody can misspell unseen. */
const SYSTEM: Readonly<Record<string, RegExp>> = {
  'age-keygen': /^-o \S+$/,
  'apt-get': /^(?:update|install (?:--only-upgrade )?[a-z -]+|install --allow-downgrades fleetmend=[\d.]+)$/,
  bzip2: /^-dc \S+$/,
  cat: /^(?:\S+( \S+)*)?$/,
  cd: /^\S+$/,
  curl: /^/,
  date: /^\+%F$/,
  dnf: /^(?:install fleetmend|upgrade --refresh fleetmend|downgrade fleetmend-[\d.]+)$/,
  dpkg: /^(?:-i|--install|--force-confold -i) \S+\.deb$/,
  echo: /^/,
  find: /^\S+ -name \S+ -mtime \+\d+ -delete$/,
  grep: /^password$/,
  install: /^(?:-o \w+ -g \w+ -m 0\d{3} \S+|-d -m 0755) \S+$/,
  jq: /^-r \$1$/,
  journalctl: /^-u fleetmend$/,
  node: /^(?:--version|[\w/]+\.test\.ts|-p .*)$/,
  openssl:
    /^(?:rand -base64 \d+|s_client -connect \S+|x509 (?:-in \S+ -pubkey -noout|-noout -fingerprint -sha256)|pkey -pubin -outform DER)$/,
  podman: /^(?:load --input \S+|compose (?:--file \S+ )?(?:up --detach|logs|exec -T) ?[^]*)$/,
  rpm: /^(?:-i|--install|-U --oldpackage --replacepkgs) \S+\.rpm$/,
  sha256sum: /^$/,
  systemctl: /^(?:daemon-reload|reload fleetmend|(?:enable --now|start|stop|restart) fleetmend(?:-agent)?)$/,
  tar: /^-xOf \S+ --wildcards \S+ \S+$/,
  zypper: /^(?:(?:refresh|install|update) fleetmend|install --oldpackage fleetmend=[\d.]+)$/,
  zstd: /^-o \S+$/,
};
const EDITORS = ['$EDITOR', 'editor'];

interface Block {
  page: string;
  line: number;
  text: string;
}

interface World {
  blocks: Block[];
  helps: Map<string, string>;
}

const test = suite<World>('commands of the documentation');

const pages = globSync(['README.md', 'CONTRIBUTING.md', 'docs/**/*.md'], { cwd: root })
  .filter((page) => !page.startsWith('docs/sdk/'))
  .sort();
const scripts = (
  JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> }
).scripts;
interface Parameter {
  $ref?: string;
  name?: string;
  in?: string;
}
const { paths, components } = JSON.parse(readFileSync(path.join(root, 'generated/manager.json'), 'utf8')) as {
  paths: Record<string, Record<string, { parameters?: Parameter[] }>>;
  components: { parameters: Record<string, Parameter> };
};

/** Names of what an operation takes in its query. */
function queryOf(parameters: readonly Parameter[] = []): Set<string | undefined> {
  const whole = parameters.map((one) => components.parameters[one.$ref?.split('/').at(-1) ?? ''] ?? one);
  return new Set(whole.filter((one) => one.in === 'query').map(({ name }) => name));
}

function blocksOf(page: string): Block[] {
  return shellBlocks(readFileSync(path.join(root, page), 'utf8')).map((block) => ({ page, ...block }));
}

/** The options of a script that has no help of its own, as it declares them. */
const declaredIn = (file: string): string =>
  [...readFileSync(path.join(root, file), 'utf8').matchAll(/'?([a-z][a-z0-9-]+)'?: \{ type: '/g)]
    .map(([, name]) => `--${name}`)
    .join(' ');

/** What a program says of itself; asked once. */
async function helpOf({ helps }: World, argv: readonly string[]): Promise<string> {
  const key = argv.join(' ');
  const known = helps.get(key);
  if (known !== undefined) return known;
  const { stdout, stderr } = await run([process.execPath, ...argv, '--help'], {
    cwd: root,
    env: process.env,
  });
  const said = stdout + stderr;
  const help = /Unknown option '--help'/.test(said) ? declaredIn(argv[0] ?? '') : said;
  helps.set(key, help);
  return help;
}

const optionsIn = (words: readonly string[]): string[] =>
  words.filter((word) => /^--?[a-z]/.test(word) && word !== '--help').map((word) => word.split('=')[0] ?? '');

/** Null: the program knows the command and each option. */
function faultIn(help: string, words: readonly string[], usage = help): string | null {
  const known = usage.split(/[^\w-]+/);
  const unknown = optionsIn(words).find((option) => !known.includes(option));
  return unknown === undefined ? null : `no option ${unknown}`;
}

/** Of `fleetmend`: the entry of the help of which all words are there, and of several the longest. */
async function ofManager(world: World, words: readonly string[]): Promise<string | null> {
  const help = await helpOf(world, ['server/main.ts']);
  const command = words.filter((word) => !word.startsWith('-'));
  if (command.length === 0) return faultIn(help, words);
  const entries = [...help.matchAll(/^ {2}([a-z].*)$/gm)].map(([, usage = '']) => ({
    usage,
    name: /^[a-z][a-z-]*(?: [a-z][a-z-]*)*/.exec(usage.split(/ {2,}/)[0] ?? '')?.[0].split(' ') ?? [],
  }));
  const [entry] = entries
    .filter(({ name }) => name.every((word, index) => word === command[index]))
    .sort((a, b) => b.name.length - a.name.length);
  return entry ? faultIn(help, words, entry.usage) : `no command ${command.join(' ')}`;
}

async function ofAgent(world: World, words: readonly string[]): Promise<string | null> {
  const help = await helpOf(world, ['agent/main.ts']);
  const [first = 'run'] = words;
  const command = first.startsWith('-') ? 'run' : first;
  return help.includes(`\n  ${command} `) ? faultIn(help, words) : `no command ${command}`;
}

async function ofNpm(world: World, [verb = '', ...words]: readonly string[]): Promise<string | null> {
  if (verb === 'ci') return words.length === 0 ? null : 'npm ci takes nothing';
  if (verb === 'install') return faultIn('--prefix', words);
  const name = verb === 'run' ? (words[0] ?? '') : verb;
  const script = scripts[name];
  if (script === undefined) return `package.json has no script ${name}`;
  const after = words.slice(words.indexOf('--') + 1);
  if (!words.includes('--')) return null;
  const [, file = '', what = ''] = /node (scripts\/\S+)(?: (manager|agent))?$/.exec(script) ?? [];
  return faultIn(await helpOf(world, what === '' ? [file] : [file, what]), after);
}

/** Of `call` and `curl`: whether the contract has the operation, and the parameters of its query. */
function ofApi(words: readonly string[]): string | null {
  const url = words.find((word) => /\/api\/v1\//.test(word));
  if (url === undefined) return null;
  const [place = '', query = ''] = url.replace(/^.*?(?=\/api\/v1\/)/, '').split('?');
  const at = words.findIndex((word) => word === '-X');
  const isBody = words.some((word) => /^(?:-d|--data)/.test(word));
  const method = (at >= 0 ? (words[at + 1] ?? '') : isBody ? 'POST' : 'GET').toLowerCase();
  const parts = place.split('/');
  const fits = (template: string): boolean => {
    const wanted = template.split('/');
    return (
      wanted.length === parts.length &&
      wanted.every((part, index) => part === parts[index] || (part.startsWith('{') && parts[index] !== ''))
    );
  };
  // A path without a parameter goes before one with it, as in the router.
  const [template] = Object.keys(paths)
    .filter(fits)
    .sort((a, b) => a.split('{').length - b.split('{').length);
  const operation = template === undefined ? undefined : paths[template]?.[method];
  if (!operation) return `the contract has no ${method.toUpperCase()} ${place}`;
  const known = queryOf(operation.parameters);
  const unknown = [...new URLSearchParams(query).keys()].find((name) => !known.has(name));
  return unknown === undefined ? null : `${method.toUpperCase()} ${place} takes no ${unknown}`;
}

/** What is wrong with a command, or null. */
async function faultOf(
  world: World,
  words: readonly string[],
  defined: readonly string[],
): Promise<string | null> {
  const [program = '', ...rest] = words[0] === 'sudo' ? words.slice(1) : words;
  if (program === 'export') return null;
  if (EDITORS.includes(program))
    return rest.every((word) => word.startsWith('/etc/fleetmend/')) ? null : 'no file';
  if (program === 'fleetmend') return ofManager(world, rest);
  if (program === 'node' && rest[0] === 'server/main.ts') return ofManager(world, rest.slice(1));
  if (program === 'fleetmend-agent') return ofAgent(world, rest);
  if (program === 'node' && rest[0] === 'agent/main.ts') return ofAgent(world, rest.slice(1));
  if (program === 'npm') return ofNpm(world, rest);
  if (program === 'call') return ofApi(rest);
  if (program === 'curl') return ofApi(rest);
  if (defined.includes(program) || program === 'field') return null;
  const known = SYSTEM[program];
  if (!known)
    return `nobody knows the program ${program}: run the block by a test, or say here what is right`;
  return known.test(rest.join(' ')) ? null : `${program} is not called like that: ${rest.join(' ')}`;
}

const isLeftOut = ({ text }: Block): boolean => LEFT_OUT.some(([part]) => text.includes(part));

async function faultsOf(world: World, block: Block): Promise<string[]> {
  const { commands, defined } = commandsOf(block.text, block.line);
  const faults = await Promise.all(
    commands.map(async ({ words, line }: ShellCommand) => {
      const fault = await faultOf(world, words, defined);
      return fault === null ? [] : [`${block.page}:${line}: ${fault}`];
    }),
  );
  return faults.flat();
}

test.before((world) => {
  world.helps = new Map();
  world.blocks = pages.filter((page) => RUN[page] === undefined).flatMap(blocksOf);
});

test('each command exists, with its options', async (world) => {
  assert.ok(world.blocks.length > 40, `${world.blocks.length} blocks`);
  const faults: string[] = [];
  for (const block of world.blocks) if (!isLeftOut(block)) faults.push(...(await faultsOf(world, block)));
  assert.equal(faults, []);
});

test('each reason on the lists is still needed, and each page that a test runs is read by it', ({
  blocks,
}) => {
  for (const [part] of LEFT_OUT)
    assert.ok(
      blocks.some(({ text }) => text.includes(part)),
      part,
    );
  for (const [page, by] of Object.entries(RUN)) {
    assert.ok(blocksOf(page).length > 0, page);
    assert.ok(
      readFileSync(path.join(root, by), 'utf8').includes(page.replace(/^docs\/(?=automate)/, '')),
      `${by} reads ${page}`,
    );
  }
});

test('what is misspelt is found', async (world) => {
  const text = [
    'node server/main.ts user reset-pasword admin',
    'fleetmend backup FILE --recipents age1',
    'sudo fleetmend-agent enrol',
    'npm run quickstrat',
    'npm run quickstart -- --demos',
    'TOKEN=$(call -X PUT "$M/api/v1/hosts?has_security=true")',
    'call "$M/api/v1/hosts?has_securty=true" | jq .',
    'systemctl restart fleetmnd && rm -rf /',
  ].join('\n');
  const found = await faultsOf(world, { page: 'x.md', line: 1, text });
  assert.equal(
    found.map((fault) => fault.split(':')[1]),
    ['1', '2', '3', '4', '5', '6', '7', '7', '8', '8'],
    found.join('\n'),
  );
});

test.run();
