import path from 'node:path';
import type { RepoFamily } from './lab.ts';
import type { Image } from './labImages.ts';
import type { Execution } from './strace.ts';

/** A distribution, and every program that its agent may start for a hostile name. */
export interface Subject {
  image: Image;
  family: RepoFamily;
  refresh: string[];
  /** Command that prints every name of the catalogue and of the database, one a line. */
  catalogue: string;
  /** Command that prints the package database, with holds. */
  database: string;
  /** Every command line that may be started, exactly. */
  allowed: readonly (readonly Word[])[];
  /** How many routes each name goes through, in turn; all of them when absent. */
  routesPerName?: number;
}

/** Any number of the catalogue's names, each may have an architecture or a version. */
const NAMES = Symbol('names');
/** Any further words except those that were sent to the agent: programs that the package manager starts itself. */
const OWN = Symbol('own');
type Word = string | RegExp | typeof NAMES | typeof OWN;

const gpg: readonly (readonly Word[])[] = [
  [/^(\/usr\/bin\/)?gpg(conf|sm|-agent)?$/, OWN],
  ['scdaemon', OWN],
];
const hook = /^AptCli::Hooks::(Install|Upgrade)::=IFS= read -r hello <&\$APT_HOOK_SOCKET; /;
const logdir = /^--setopt=logdir=\/var\/lib\/fleetmend-agent\//;
const readable: Word[] = [
  '--setopt=*.skip_if_unavailable=1',
  '--setopt=color=never',
  /^--setopt=cachedir=\/var\/cache\/(dnf|libdnf5)$/,
  logdir,
];
/** The package of plans that exclude an unknown name: the name is not among their words. */
const helloRpm = 'lab-hello-1.1-1.noarch';
const ask: Word[] = ['zypper', '--xmlout', '--non-interactive', '--no-refresh'];
const zypperPlan: Word[] = [...ask, 'install', '--dry-run', '--name', '--no-recommends'];
/** The agent reads the architectures from dpkg's files, so that apt need not ask dpkg. */
const architectures = ['-o', /^APT::Architectures=[a-z0-9,-]+$/];
const get = (...settings: string[]): Word[] => settings.flatMap((one) => ['-o', `APT::Get::${one}`]);
const plain: Word[] = [
  '-y',
  '-q=1',
  ...get('Simulate=false', 'Print-URIs=false', 'Download-Only=false', 'Download=true'),
  '-o',
  'DPkg::ConfigurePending=true',
  '-o',
  'Debug::pkgDPkgPM=false',
  ...get('AutomaticRemove=false', 'Purge=false', 'Upgrade=true', 'Remove=true', 'Trivial-Only=false'),
];
const aptPlan: Word[] = ['apt-get', ...architectures, ...plain, '--print-uris', '-o', hook, '-o', hook];

export const subjects: readonly Subject[] = [
  {
    image: 'debian12',
    family: 'deb',
    refresh: ['apt-get', '-qq', 'update'],
    catalogue: 'apt-cache pkgnames; dpkg-query -W -f "\\${Package}\\n"',
    database: 'dpkg-query -W; apt-mark showauto; apt-mark showhold; sha256sum /var/lib/dpkg/status',
    allowed: [
      ['apt-cache', ...architectures, 'pkgnames'],
      ['apt-cache', ...architectures, 'policy', '--', NAMES],
      ['apt-cache', ...architectures, 'show', '--', NAMES],
      [...aptPlan, '--no-remove', 'install', '--', NAMES],
      // apt's own children
      ['/usr/bin/dpkg', '--print-foreign-architectures'],
      ['/bin/sh', '-c', /^IFS= read -r hello <&\$APT_HOOK_SOCKET; /],
      ['sed', '-n', '/hooks.install.statistics/p'],
      ['/usr/lib/apt/methods/http'],
    ],
  },
  {
    image: 'el9',
    family: 'rpm',
    refresh: ['dnf', '-q', '-y', '--refresh', 'makecache'],
    catalogue: 'dnf -q -C repoquery --qf "%{name}"; rpm -qa --qf "%{NAME}\\n"',
    database: 'rpm -qa | sort; cat /etc/dnf/plugins/versionlock.list 2>/dev/null; true',
    allowed: [
      ['rpm', '-qa', '--qf', /^%\{NAME\}/],
      ['rpm', '-q', '--qf', /^%\{NAME\}/, 'kernel', 'kernel-core', OWN],
      ['dnf', '-C', ...readable, '--setopt=debuglevel=2', '--assumeno', 'install', 'lab-extra-1.0-1.noarch'],
      ['dnf', '-C', ...readable, '--setopt=debuglevel=2', '--assumeno', 'upgrade', '--nobest', helloRpm],
      ['dnf', '-q', '-C', ...readable, 'repoquery', '--qf', /^%\{name\}/],
      ...gpg,
    ],
    routesPerName: 1,
  },
  {
    image: 'fedora',
    family: 'rpm',
    refresh: ['dnf', '-q', '-y', '--refresh', 'makecache'],
    catalogue: 'dnf -q -C repoquery --qf "%{name}\\n"; rpm -qa --qf "%{NAME}\\n"',
    database: 'rpm -qa | sort; cat /etc/dnf/versionlock.toml 2>/dev/null; true',
    allowed: [
      ['rpm', '-qa', '--qf', /^%\{NAME\}/],
      ['rpm', '-q', '--qf', /^%\{NAME\}/, 'kernel', 'kernel-core', OWN],
      ['dnf', '-C', '--skip-file-locks', ...readable, '--assumeno', 'install', 'lab-extra-1.0-1.noarch'],
      ['dnf', '-C', '--skip-file-locks', ...readable, '--assumeno', 'upgrade', '--no-best', helloRpm],
      ['dnf', '--help'],
      ['dnf', '-q', '-C', '--skip-file-locks', ...readable, 'repoquery', '--qf', /^%\{name\}/],
      // dnf's own children, for the signatures of metadata
      ...gpg,
      ['sh', '-c', '--', /^echo '-----BEGIN PGP PUBLIC KEY BLOCK-----/],
    ],
    routesPerName: 2,
  },
  {
    image: 'suse',
    family: 'rpm',
    refresh: ['zypper', '--non-interactive', '--gpg-auto-import-keys', 'refresh', '-f'],
    catalogue:
      'zypper -q --no-refresh search | sed "s/^[^|]*| *\\([^ |]*\\).*/\\1/"; rpm -qa --qf "%{NAME}\\n"',
    database: 'rpm -qa | sort; cat /etc/zypp/locks 2>/dev/null; true',
    allowed: [
      ['rpm', '-qa', '--qf', /^%\{NAME\}/],
      ['rpm', '-q', '--qf', /^%\{NAME\}/, 'kernel', 'kernel-core', OWN],
      [...ask, 'repos', '--show-enabled-only'],
      [...ask, 'list-updates'],
      [...ask, 'list-updates', '--all'],
      // The agent asks what keeps back the updates that only `--all` lists.
      [...zypperPlan, '--', /^lab-(?:hello|mailer|stuck)\.noarch=1\.1-1$/],
      [...zypperPlan, '--', 'lab-mailer.noarch=1.1-1', 'lab-stuck.noarch=1.1-1'],
      [...zypperPlan, '--oldpackage', '--', 'lab-extra.noarch=1.0-1'],
      ...gpg,
    ],
    routesPerName: 1,
  },
].filter(({ image }) => process.env['NAMES_IMAGE']?.split(',').includes(image) ?? true) as Subject[];

/** Words that the plans of lab-hello use themselves; the forms ensure that nothing else is used. */
export const isOfHello = (name: string): boolean =>
  [helloRpm, 'lab-hello.noarch', 'lab-hello.noarch=1.1-1'].includes(name);

/** Options that the agent uses itself, and their values, that may also be generated; the forms ensure that none is added. */
export const isOption = (name: string): boolean =>
  ['--', '-q', '-y', '-o', '-C', '-n', '-c', 'true', 'false'].includes(name);

/** Whether the words match the form; a name counts only if the catalogue has it. */
function matches(form: readonly Word[], argv: readonly string[], known: ReadonlySet<string>): boolean {
  const last = form.at(-1);
  const isOpen = typeof last === 'symbol';
  const fixed = isOpen ? form.slice(0, -1) : form;
  if (argv.length < fixed.length || (!isOpen && argv.length > fixed.length)) return false;
  const begins = fixed.every((word, i) =>
    word instanceof RegExp ? word.test(argv[i] ?? '') : word === argv[i],
  );
  if (!begins || last === OWN) return begins;
  return argv.slice(fixed.length).every((name) => known.has(name.split(/[:=]/)[0] ?? ''));
}

/** The programs that were started and should not have been. node looks a program up in each folder of its PATH. */
export function strays(
  { allowed }: Subject,
  executions: readonly Execution[],
  known: ReadonlySet<string>,
): string[] {
  const folder = /^((\/usr(\/local)?)?\/s?bin|\/usr\/lib\/(apt\/methods|gnupg))\/[^/]+$/;
  const isAllowed = ({ file, argv }: Execution): boolean =>
    folder.test(file) &&
    path.basename(file) === path.basename(argv[0] ?? '') &&
    allowed.some((form) => matches(form, argv, known));
  const stray = executions.filter((execution) => !isAllowed(execution));
  return [...new Set(stray.map(({ file, argv }) => JSON.stringify([file, ...argv]).slice(0, 300)))];
}
