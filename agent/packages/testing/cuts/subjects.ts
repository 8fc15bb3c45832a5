import type { RepoFamily } from '#test/support/lab.ts';
import type { Image } from '#test/support/labImages.ts';

/** Where in a transaction the power is cut; `repair`: once in the transaction, and again in its repair. */
export const phases = ['download', 'unpack', 'configure', 'between', 'repair'] as const;
export type Phase = (typeof phases)[number];

/** A host whose power is cut, and how to watch and check its package manager. */
export interface CutSubject {
  image: Image;
  family: RepoFamily;
  /** The package manager's own log of its steps, written as they happen. */
  log: string;
  /** Lines of that log that mark the beginning of a step of the phase. */
  steps: Record<'unpack' | 'configure' | 'between', RegExp>;
  /** Lines of that log that mark a step of a rollback. */
  undoStep: RegExp;
  /** A shell script that prints what is marked as installed automatically, or as asked for. */
  marks: string;
  /** The file in /var/tmp from which a script runs, if the log names the package before its script begins. */
  script?: RegExp;
  /** The phase of the first of the two cuts of `repair`, so that something is left to repair. */
  repairAfter: (number: number) => 'unpack' | 'configure';
  /** The folder for fetched files; they end in `.deb` or `.rpm`, up to three levels deep. */
  cache: string;
  /** Lines of the check, or files, that show that a package was being unpacked or set up when the power went. */
  traces: Record<'unpack' | 'configure', RegExp>;
  /** A shell script that prints a line for everything that is damaged; nothing on a sound host. */
  check: string;
  /** The package manager's own check, which takes longer: it exits with 0 on a sound host. */
  verify: string[];
}

/**
 * Each file names the version that installed it. One process checks all: four per file took half of the suite's time.
 */
const debCheck = `
dpkg --audit
dpkg-query -W -f '\${db:Status-Abbrev}|\${Package} \${Version}\\n' | grep -v '^ii |'
ls /var/lib/dpkg/updates
dpkg-query -W -f '\${Package} \${Version}\\n' | perl -e '
  while (<STDIN>) { chomp; ($name, $version) = split / /, $_, 2; $known{$name}{$version} = 1 }
  for $file (glob "/usr/share/lab/*") {
    open $in, "<", $file or print "$file: $!\\n"; local $/; $text = <$in>; $text =~ s/\\n+\\z//;
    $version = join(" and ", sort keys %{$known{$file =~ s|.*/||r}}) || "nothing";
    print "$file is $text, the database says $version\\n" if $text ne $version;
  }'
true`;

/** Several kernels side by side are intended. */
const rpmCheck = `
rpmdb --verifydb 2>&1
rpm -Va 2>&1
rpm -qa --qf '%{NAME}.%{ARCH}\\n' | sort | uniq -d | grep -v '^kernel'
true`;

/** rpm unpacks under temporary names and renames at the end; a script is a file while it runs. */
const rpmTraces = { unpack: /^\/(?:usr|opt)\/.*;[0-9a-f]+$/, configure: /^\/var\/tmp\/rpm-tmp\./ };

const dnfMarks = "dnf -q -C repoquery --userinstalled --qf '%{name}\n' | sort";

const eitherKind = (number: number) => (number % 2 === 0 ? 'unpack' : 'configure');

/** dnf 4 logs a package when it is unpacked. */
export const dnf4: CutSubject = {
  image: 'el9',
  family: 'rpm',
  log: '/var/log/dnf.rpm.log',
  cache: '/var/cache/dnf',
  steps: {
    unpack: /SUBDEBUG (Upgrade|Installed): /,
    configure: /SUBDEBUG (Upgrade: lab-(svc|slow)|INFO slow)/,
    between: /SUBDEBUG Upgraded: /,
  },
  undoStep: /SUBDEBUG /,
  marks: dnfMarks,
  repairAfter: eitherKind,
  traces: rpmTraces,
  check: rpmCheck,
  verify: ['dnf', '-C', 'check'],
};

export const dnf5: CutSubject = {
  image: 'fedora',
  family: 'rpm',
  log: '/var/log/dnf5.log',
  cache: '/var/cache/libdnf5',
  steps: {
    unpack: /RPM callback install start /,
    configure: /RPM callback (start %post|install stop "lab-s)/,
    between: /RPM callback (install stop|uninstall start) /,
  },
  undoStep: /RPM callback (?:un)?install (?:start|stop) /,
  marks: dnfMarks,
  repairAfter: eitherKind,
  traces: rpmTraces,
  check: rpmCheck,
  verify: ['dnf', '-C', 'check'],
};

export const apt: CutSubject = {
  image: 'debian12',
  family: 'deb',
  log: '/var/log/dpkg.log',
  cache: '/var/cache/apt/archives',
  steps: {
    unpack: / status half-installed /,
    configure: / configure /,
    between: / status (unpacked|installed) /,
  },
  undoStep: / status (?:half-installed|unpacked|half-configured|installed) /,
  marks: 'apt-mark showauto | sort',
  repairAfter: eitherKind,
  traces: { unpack: /^iH|\.dpkg-new$/, configure: /^iF/ },
  check: debCheck,
  verify: ['apt-get', 'check'],
};

/** zypper runs rpm once for each package, one after the other. */
export const zypper: CutSubject = {
  image: 'suse',
  family: 'rpm',
  log: '/var/log/zypper.log',
  cache: '/var/cache/zypp/packages',
  steps: {
    unpack: /Executing\S* 'rpm' .*'-U'/,
    configure: /Executing\S* 'rpm' .*'-U'.*\/lab-slow-/,
    between: /Installing: \S+\}END/,
  },
  undoStep: /Executing\S* 'rpm' .*'-[Ue]'|Installing: \S+\}END/,
  marks: "grep -v '^#' /var/lib/zypp/AutoInstalled | sort",
  // An rpm that is cut off while it unpacks has not changed the database, and leaves only temporary files.
  repairAfter: () => 'configure',
  script: /^rpm-tmp\./,
  traces: rpmTraces,
  check: rpmCheck,
  verify: ['zypper', '--non-interactive', '--no-refresh', 'verify', '--dry-run'],
};
