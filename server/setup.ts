/** `fleetmend setup`: from an installed package to a manager that serves. Run by root; run twice, it changes nothing. */
import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { isIP } from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { stringify } from 'smol-toml';
import { loadConfig, setByEnv, type Config } from './config.ts';
import { healthOf } from './machine.ts';
import { secretIn } from './kernel/backup/keys.ts';
import { isDataDirHeld } from './kernel/boot/dataDirLock.ts';
import { CommandRefused, UsageError } from './kernel/boot/commands.ts';
import { readablePassword } from './core/identity/service/passwords.ts';
import { guarded } from './shared/guarded.ts';
import { QUESTIONS, type Answer, type Answers } from './setupQuestions.ts';

const UNIT = 'fleetmend.service';
const USER = 'fleetmend';
/** Where the unit lets the manager write without a drop-in. */
const PACKAGE_DATA = '/var/lib/fleetmend';
const DROP_INS = `/etc/systemd/system/${UNIT}.d`;
const ONCE = `/run/systemd/system/${UNIT}.d/setup.conf`;
const ONCE_SECRET = '/run/fleetmend-setup';
const READY_WITHIN_MS = 180_000;
const ORDER = Object.keys(QUESTIONS) as Answer[];

interface Options {
  given: Partial<Answers>;
  /** Nothing is asked: what is not given is as proposed. */
  asksNothing: boolean;
  startsNothing: boolean;
}

/**
 * Asks what it needs or takes flags, checks each answer, writes the configuration, starts the service, and says what to
 * do next. Throws UsageError, and CommandRefused with all that cannot work; nothing is written then.
 */
export async function setup(
  args: readonly string[],
  print: (line: string) => void,
  { file }: Pick<Config, 'file'>,
): Promise<number> {
  const options = optionsOf(args);
  if (file === null || !existsSync(file))
    throw new UsageError(
      'setup: there is no configuration file to complete: install the package, or pass --config FILE',
    );
  refuseOthers(file);
  // The service has an environment of its own.
  const config = loadConfig({}, file);
  const unseen = setByEnv(process.env);
  if (unseen.length > 0)
    print(
      `Note: the service does not see ${unseen.join(', ')} of this shell, so setup does not use it either.`,
    );
  const isRunning = isDataDirHeld(config.dataDir);
  const isInstalled = existsSync(path.join(config.dataDir, 'instance.id'));
  const startsIt = !options.startsNothing && isUnderSystemd();
  // Only a first start that this begins can be given it.
  const takesPassword = !isInstalled && startsIt;
  const asking = { config, isRunning, takesPassword, print };
  const answers = await (options.asksNothing
    ? answered(options.given, asking, null)
    : asked(options.given, asking));
  const changes = changesOf(config, answers);
  if (changes.size > 0 && isInstalled)
    throw new CommandRefused(
      `this manager is already set up, and this would change ${[...changes.keys()].join(', ')}: edit ${file}, then run systemctl restart fleetmend`,
    );
  if (changes.size === 0) print(`${file} already has these settings.`);
  else {
    write(file, changes);
    print(`Written: ${file}`);
    giveDataDirectory(answers.dataDir, print);
  }
  if (!startsIt) {
    if (!isInstalled)
      print(
        'Not started. Start it with: systemctl enable --now fleetmend. The first password for admin is then in its journal.',
      );
    return 0;
  }
  const made = isInstalled || answers.adminPassword !== '' ? null : readablePassword();
  const now = loadConfig({}, file);
  if (isRunning && changes.size === 0) print('The manager is already running.');
  else await startTelling(now, { given: isInstalled ? null : answers.adminPassword || null, made, print });
  tellWhatNext(now, { password: made, isInstalled, print });
  return 0;
}

function optionsOf(args: readonly string[]): Options {
  const flags = ORDER.map((name) => [QUESTIONS[name].flag.slice(2), { type: 'string' }] as const);
  const known = {
    ...Object.fromEntries(flags),
    yes: { type: 'boolean' },
    'no-start': { type: 'boolean' },
  } as const;
  try {
    const { values } = parseArgs({ args: [...args], options: known as never }) as {
      values: Record<string, string | boolean | undefined>;
    };
    const given = ORDER.flatMap((name) => {
      const value = values[QUESTIONS[name].flag.slice(2)];
      return typeof value === 'string'
        ? [[name, QUESTIONS[name].isSecret ? secretIn(QUESTIONS[name].flag, value) : value] as const]
        : [];
    });
    return {
      given: Object.fromEntries(given),
      asksNothing: values['yes'] === true || !process.stdin.isTTY,
      startsNothing: values['no-start'] === true,
    };
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const flagsHelp = ORDER.map((name) => `\n  ${QUESTIONS[name].flag} ${QUESTIONS[name].value}`).join('');
    throw new UsageError(
      `setup: ${(error as Error).message.split('.')[0]}; options:${flagsHelp}\n  --yes: ask nothing, use the proposed values\n  --no-start: only write the configuration`,
    );
  }
}

function refuseOthers(file: string): void {
  const { uid } = statSync(file);
  const own = process.getuid?.() ?? 0;
  if (own === 0 || own === uid) return;
  throw new UsageError(`setup: only root or the owner of ${file} can do this: sudo fleetmend setup`);
}

interface Asking {
  config: Config;
  isRunning: boolean;
  /** Whether the first password is asked for. */
  takesPassword: boolean;
  print(line: string): void;
}

/**
 * Takes what is given. The rest is asked for, one question after the other, each until its answer can work; without
 * `ask` it is as proposed, and all problems are thrown at once.
 */
async function answered(
  given: Partial<Answers>,
  { config, isRunning, takesPassword, print }: Asking,
  ask: Ask | null,
): Promise<Answers> {
  const answers: Partial<Answers> = {};
  /** What is asked for once more, whatever was given. */
  const again = new Set<Answer>();
  /** The question to which a later one has led back: what was answered is proposed, so that it can be corrected. */
  let back: Answer | null = null;
  const problems: string[] = [];
  for (let at = 0; at < ORDER.length; at += 1) {
    const name = ORDER[at] as Answer;
    const question = QUESTIONS[name];
    const known = { config, isRunning, given: answers };
    if (question.isNeedless?.(answers) || (name === 'adminPassword' && !takesPassword)) continue;
    const proposed = (back === name && answers[name]) || question.proposed(known);
    const value = (again.has(name) ? undefined : given[name]) ?? (ask ? await ask(name, proposed) : proposed);
    answers[name] = value;
    const problem = await question.problem(value, known, (text) => print(`  Note: ${text}.`));
    if (problem === null) continue;
    const { text, of } = typeof problem === 'string' ? { text: problem, of: name } : problem;
    if (!ask) {
      problems.push(`\n  ${QUESTIONS[of].flag}: ${text}`);
      continue;
    }
    print(`  ${text}.`);
    again.add(of);
    back = of === name ? null : of;
    at = ORDER.indexOf(of) - 1;
  }
  if (problems.length > 0) throw new CommandRefused(`nothing was changed:${problems.join('')}`);
  return Object.fromEntries(ORDER.map((name) => [name, answers[name] ?? ''])) as unknown as Answers;
}

/** Asks one question; nothing typed is what is proposed. */
type Ask = (name: Answer, proposed: string) => Promise<string>;

/** Has a person at the terminal answer. */
async function asked(given: Partial<Answers>, asking: Asking): Promise<Answers> {
  let isHidden = false;
  // What is typed is shown by this alone.
  const shown = new Writable({
    write(chunk, _encoding, done) {
      if (!isHidden) process.stdout.write(chunk as Buffer);
      done();
    },
  });
  const line = createInterface({ input: process.stdin, output: shown, terminal: true });
  // Also what was typed before it was asked for.
  const typed = line[Symbol.asyncIterator]();
  line.on(
    'SIGINT',
    guarded(() => {
      process.stdout.write('\nNothing was changed.\n');
      process.exit(130);
    }),
  );
  try {
    return await answered(given, asking, async (name, proposed) => {
      const { text, isSecret } = QUESTIONS[name];
      const hint = isSecret || proposed === '' ? '' : ` [${proposed}]`;
      line.setPrompt(`${text}${hint}: `);
      line.prompt();
      isHidden = isSecret === true;
      const { value, done } = await typed.next();
      isHidden = false;
      if (isSecret || done) process.stdout.write('\n');
      if (done) throw new CommandRefused('nothing was changed: the input ended before the last question');
      const answer = value.trim();
      return answer === '' ? proposed : answer;
    });
  } finally {
    line.close();
  }
}

/** Key of the file → what it must say, where it says something else now. */
function changesOf(config: Config, answers: Answers): Map<string, string | number | string[]> {
  const { name, listen, dataDir, database, databasePassword, certificate, key } = answers;
  const port = Number(answers.port);
  const host = isIP(name) === 6 ? `[${name}]` : name;
  const url = port === 443 ? `https://${host}` : `https://${host}:${port}`;
  const wanted: [string, string | number | string[], boolean][] = [
    ['public_url', url, config.publicUrl === url],
    ['web_names', [name], config.webNames.includes(name)],
    ['listen', listen, config.listen === listen],
    ['port', port, config.port === port],
    ['data_dir', dataDir, config.dataDir === dataDir],
  ];
  if (database !== 'sqlite') {
    const address = new URL(database);
    address.password = encodeURIComponent(databasePassword);
    wanted.push(['database_url', address.href, config.databaseUrl === address.href]);
  }
  if (certificate !== '')
    wanted.push(
      ['web_cert_file', certificate, config.webCertFile === certificate],
      ['web_key_file', key, config.webKeyFile === key],
    );
  return new Map(wanted.flatMap(([key_, value, isSo]) => (isSo ? [] : [[key_, value] as const])));
}

/** Sets keys in the file, each in its place, also where it stands as a comment; all else stays as it is. */
export function withKeys(text: string, changes: ReadonlyMap<string, string | number | string[]>): string {
  let result = text;
  for (const [key, value] of changes) {
    const line = stringify({ [key]: value }).trimEnd();
    const place =
      new RegExp(`^${key}\\s*=.*$`, 'm').exec(result) ?? new RegExp(`^#\\s?${key}\\s*=.*$`, 'm').exec(result);
    result = place
      ? result.slice(0, place.index) + line + result.slice(place.index + place[0].length)
      : `${result.trimEnd()}\n${line}\n`;
  }
  return result;
}

/** Whole or not at all, with the owner and the mode of the file before. */
function write(file: string, changes: ReadonlyMap<string, string | number | string[]>): void {
  const { uid, gid, mode } = statSync(file);
  const fresh = `${file}.new`;
  writeFileSync(fresh, withKeys(readFileSync(file, 'utf8'), changes), { mode: 0o600 });
  if (process.getuid?.() === 0) chownSync(fresh, uid, gid);
  chmodSync(fresh, mode & 0o777);
  renameSync(fresh, file);
}

/** A directory other than the package's: made, and opened for the unit. */
function giveDataDirectory(dataDir: string, print: (line: string) => void): void {
  if (dataDir === PACKAGE_DATA || !isUnderSystemd()) return;
  const ids = ['-u', '-g'].map((what) => Number(execFileSync('id', [what, USER], { encoding: 'utf8' })));
  if (!existsSync(dataDir)) {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    chownSync(dataDir, ids[0] ?? 0, ids[1] ?? 0);
  }
  mkdirSync(DROP_INS, { recursive: true });
  const file = path.join(DROP_INS, 'data-dir.conf');
  writeFileSync(file, `# Written by "fleetmend setup".\n[Service]\nReadWritePaths=${dataDir}\n`);
  print(`Written: ${file}`);
}

const isUnderSystemd = (): boolean => existsSync('/run/systemd/system') && process.getuid?.() === 0;

interface Starting {
  /** The first password that somebody chose; null: none. */
  given: string | null;
  /** The one that was made instead; null: none is needed. */
  made: string | null;
  print(line: string): void;
}

/** A start that fails late has made the account, and nobody else knows its password. */
async function startTelling(config: Config, { given, made, print }: Starting): Promise<void> {
  try {
    await start(config, given ?? made, print);
  } catch (error) {
    if (made !== null)
      print(
        `If the database has already been created, the password for admin is ${made}; if not, the next start makes another one, and journalctl -u fleetmend shows it`,
      );
    throw error;
  }
}

/** Hands the first password over for this start alone: nothing on the disk keeps it. */
async function start(config: Config, password: string | null, print: (line: string) => void): Promise<void> {
  print('Starting fleetmend.service …');
  try {
    if (password !== null) {
      mkdirSync(ONCE_SECRET, { recursive: true, mode: 0o700 });
      const quoted = password.replaceAll(/[\\"]/g, '\\$&');
      writeFileSync(`${ONCE_SECRET}/env`, `FLEETMEND_ADMIN_PASSWORD="${quoted}"\n`, { mode: 0o600 });
      mkdirSync(path.dirname(ONCE), { recursive: true });
      writeFileSync(ONCE, `[Service]\nEnvironmentFile=-${ONCE_SECRET}/env\n`);
    }
    systemctl('daemon-reload');
    systemctl('enable', '--quiet', UNIT);
    // A unit that is started again and again would keep the command from its end.
    systemctl('restart', '--no-block', UNIT);
    await ready(config);
  } finally {
    rmSync(ONCE_SECRET, { recursive: true, force: true });
    rmSync(ONCE, { force: true });
    spawnSync('systemctl', ['daemon-reload']);
  }
}

function systemctl(...args: string[]): void {
  const { status, stderr } = spawnSync('systemctl', args, { encoding: 'utf8' });
  if (status !== 0)
    throw new CommandRefused(whyNotStarted(`systemctl ${args.join(' ')} failed: ${stderr.trim()}`));
}

/** It is not started again, or was so twice and more. */
function hasFailed(): boolean {
  const { stdout } = spawnSync('systemctl', ['show', '-p', 'ActiveState,NRestarts', UNIT], {
    encoding: 'utf8',
  });
  const restarts = Number(/^NRestarts=(\d+)$/m.exec(stdout)?.[1] ?? 0);
  return /^ActiveState=failed$/m.test(stdout) || restarts >= 2;
}

function whyNotStarted(what: string): string {
  const words = ['-u', UNIT, '-t', USER, '-n', '3', '-o', 'cat', '--no-pager'];
  const log = spawnSync('journalctl', words, { encoding: 'utf8' }).stdout.trim();
  return `${what}:\n${log}\nThe configuration has been written. Fix what the log says, then run: systemctl restart fleetmend`;
}

async function ready({ listen, port }: Config): Promise<void> {
  const until = Date.now() + READY_WITHIN_MS;
  for (;;) {
    const answer = await healthOf(listen, port).catch((error: unknown) => (error as Error).message);
    if (typeof answer !== 'string') return;
    if (hasFailed()) throw new CommandRefused(whyNotStarted('the service did not start'));
    if (Date.now() > until)
      throw new CommandRefused(`the manager is not responding (${answer}); see: journalctl -u fleetmend`);
    await sleep(500);
  }
}

interface Telling {
  /** To be shown, because setup has made it; null: nothing is to be shown. */
  password: string | null;
  isInstalled: boolean;
  print(line: string): void;
}

function tellWhatNext(config: Config, { password, isInstalled, print }: Telling): void {
  const steps = [
    `Open ${config.publicUrl} and sign in as admin${password === null ? '' : ` with the password ${password} (shown only now)`}`,
    ...(config.webCertFile === null
      ? ['Browsers warn about the manager’s own certificate; use one of yours in Settings → General → Access']
      : [
          'Choose your certificate in Settings → General → Access; until then browsers get one that the manager has made',
        ]),
    'Add hosts: Hosts → Add host shows one command line for each host',
    'Switch daily backups on: Settings → General → Backup',
    'If something is wrong, run fleetmend doctor',
  ];
  print('');
  print(isInstalled ? 'Fleetmend is set up.' : 'Fleetmend is set up. Next:');
  if (!isInstalled) steps.forEach((step, at) => print(`  ${at + 1}. ${step}.`));
}
