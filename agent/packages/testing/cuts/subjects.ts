import type { Image, RepoFamily } from '../../../../test/support/lab.ts';

/** Where in a transaction the power goes; `repair`: once in the transaction, and again in what mends that. */
export const phases = ['download', 'unpack', 'configure', 'between', 'repair'] as const;
export type Phase = (typeof phases)[number];

/** A host whose power is cut, and how its package manager is watched and judged. */
export interface CutSubject {
  image: Image;
  family: RepoFamily;
  /** The package manager's own log of its steps, written as they happen. */
  log: string;
  /** Lines of that log that begin a step of the phase. */
  steps: Record<'unpack' | 'configure' | 'between', RegExp>;
  /** A shell script that prints one line for everything that is not whole; nothing on a sound host. */
  check: string;
  /** The package manager's own opinion, which takes longer: it ends with 0 on a sound host. */
  verify: string[];
}

const debCheck = `
dpkg --audit
dpkg-query -W -f '\${db:Status-Abbrev}|\${Package} \${Version}\\n' | grep -v '^ii |'
ls /var/lib/dpkg/updates
for file in /usr/share/lab/*; do
  version=$(dpkg-query -W -f '\${Version}\\n' "\${file##*/}" 2>&1 | sort -u)
  [ "$(cat "$file")" = "$version" ] || echo "$file is $(cat "$file"), the database says $version"
done
true`;

/** Kernels lie side by side on purpose. */
const rpmCheck = `
rpmdb --verifydb 2>&1
rpm -Va 2>&1
rpm -qa --qf '%{NAME}.%{ARCH}\\n' | sort | uniq -d | grep -v '^kernel'
true`;

const dnf4: CutSubject = {
  image: 'el9',
  family: 'rpm',
  log: '/var/log/dnf.rpm.log',
  steps: {
    unpack: /SUBDEBUG (Upgrade|Installed): /,
    configure: /SUBDEBUG (Upgrade: lab-(svc|slow)|INFO slow)/,
    between: /SUBDEBUG Upgraded: /,
  },
  check: rpmCheck,
  verify: ['dnf', '-C', 'check'],
};

const dnf5: CutSubject = {
  image: 'fedora',
  family: 'rpm',
  log: '/var/log/dnf5.log',
  steps: {
    unpack: /RPM callback install start /,
    configure: /RPM callback (start %post|install stop "lab-s)/,
    between: /RPM callback (install stop|uninstall start) /,
  },
  check: rpmCheck,
  verify: ['dnf', '-C', 'check'],
};

const apt: CutSubject = {
  image: 'debian12',
  family: 'deb',
  log: '/var/log/dpkg.log',
  steps: {
    unpack: / status half-installed /,
    configure: / configure /,
    between: / status (unpacked|installed) /,
  },
  check: debCheck,
  verify: ['apt-get', 'check'],
};

/** One line a backend; `CUTS=el9,fedora` in the environment takes some of them. */
export const cutSubjects: readonly CutSubject[] = [apt, dnf4, dnf5].filter(
  ({ image }) => process.env['CUTS']?.split(',').includes(image) ?? true,
);
