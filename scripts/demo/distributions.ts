import type { AvailablePatch, PackageBackend } from '../../agent/packages/backend.ts';

/** One update of a demo host, as a repository describes it. */
export interface DemoUpdate {
  name: string;
  from: string;
  to: string;
  sizeBytes: number;
  /** Absent: it closes no hole. */
  severity?: 'low' | 'moderate' | 'important' | 'critical';
  advisory?: { id: string; cves: string[] };
  /** The distribution rolls it out gradually, and this host's turn has not come. */
  phased?: boolean;
  /** It takes effect after a restart of the host. */
  reboots?: boolean;
}

export interface Distribution {
  manager: PackageBackend['name'];
  family: string;
  name: string;
  version: string;
  arch: string;
  kernel: string;
  origin: { updates: string; security: string };
  updates: readonly DemoUpdate[];
}

const KB = 1024;
const MB = 1024 * KB;
type Row = readonly [name: string, from: string, to: string, sizeBytes: number, more?: Partial<DemoUpdate>];
const updates = (rows: readonly Row[]): DemoUpdate[] =>
  rows.map(([name, from, to, sizeBytes, more = {}]) => ({ name, from, to, sizeBytes, ...more }));

const fixes = (
  severity: NonNullable<DemoUpdate['severity']>,
  id: string,
  ...cves: string[]
): Partial<DemoUpdate> => ({ severity, advisory: { id, cves } });

const debian = { manager: 'apt', family: 'debian', arch: 'amd64' } as const;
const debianOrigin = { updates: 'Debian', security: 'Debian-Security' };
const ubuntuOrigin = { updates: 'Ubuntu', security: 'Ubuntu' };
const OPENSSH = fixes('critical', 'DSA-5724-1', 'CVE-2024-6387');
const OPENSSL = fixes('important', 'DSA-5764-1', 'CVE-2024-6119');
const KERBEROS = fixes('moderate', 'DSA-5726-1', 'CVE-2024-37370', 'CVE-2024-37371');
const UBUNTU_SSH = fixes('critical', 'USN-6859-1', 'CVE-2024-6387');
const NGINX = fixes('moderate', 'USN-7014-1', 'CVE-2024-7347');
const ROCKY_SSH = fixes('important', 'RLSA-2024:4312', 'CVE-2024-6387');
const GLIBC = fixes('important', 'RLSA-2024:3339', 'CVE-2024-2961', 'CVE-2024-33599');
const SUSE_SSH = fixes('critical', 'SUSE-SU-2024:2275-1', 'CVE-2024-6387');
const POSTGRES = { severity: 'important' } as const;
const KERNEL = { severity: 'important', reboots: true } as const;

/** Modelled on updates of 2024 and 2025; not a reference for what fixes what. */
export const DISTRIBUTIONS = {
  bookworm: {
    ...debian,
    name: 'Debian GNU/Linux 12 (bookworm)',
    version: '12',
    kernel: '6.1.0-22-amd64',
    origin: debianOrigin,
    updates: updates([
      ['openssh-server', '1:9.2p1-2+deb12u2', '1:9.2p1-2+deb12u3', 456 * KB, OPENSSH],
      ['openssh-client', '1:9.2p1-2+deb12u2', '1:9.2p1-2+deb12u3', 992 * KB, OPENSSH],
      ['openssl', '3.0.13-1~deb12u1', '3.0.14-1~deb12u2', 1_430_016, OPENSSL],
      ['libssl3', '3.0.13-1~deb12u1', '3.0.14-1~deb12u2', 2_025 * KB, OPENSSL],
      ['libkrb5-3', '1.20.1-2+deb12u1', '1.20.1-2+deb12u2', 332 * KB, KERBEROS],
      ['linux-image-amd64', '6.1.94-1', '6.1.106-3', 69 * MB, KERNEL],
      ['base-files', '12.4+deb12u6', '12.4+deb12u7', 71 * KB],
      ['cups-common', '2.4.2-3+deb12u5', '2.4.2-3+deb12u7', 301 * KB],
      ['libnvme1', '1.3-1', '1.3-1+deb12u1', 67 * KB],
      ['systemd', '252.26-1~deb12u2', '252.30-1~deb12u2', 3 * MB],
      ['tzdata', '2024a-0+deb12u1', '2024b-0+deb12u1', 278 * KB],
    ]),
  },
  trixie: {
    ...debian,
    name: 'Debian GNU/Linux 13 (trixie)',
    version: '13',
    kernel: '6.12.38+deb13-amd64',
    origin: debianOrigin,
    updates: updates([
      ['libpq5', '17.5-1', '17.6-0+deb13u1', 228 * KB, POSTGRES],
      ['postgresql-17', '17.5-1', '17.6-0+deb13u1', 16 * MB, POSTGRES],
      ['postgresql-client-17', '17.5-1', '17.6-0+deb13u1', 2 * MB, POSTGRES],
      ['bash', '5.2.37-2+b3', '5.2.37-2+b5', 1_512 * KB],
      ['libpng16-16t64', '1.6.48-1', '1.6.48-1+deb13u1', 282 * KB],
    ]),
  },
  noble: {
    ...debian,
    name: 'Ubuntu 24.04.1 LTS',
    version: '24.04',
    kernel: '6.8.0-40-generic',
    origin: ubuntuOrigin,
    updates: updates([
      ['openssh-server', '1:9.6p1-3ubuntu13', '1:9.6p1-3ubuntu13.3', 509 * KB, UBUNTU_SSH],
      ['openssh-client', '1:9.6p1-3ubuntu13', '1:9.6p1-3ubuntu13.3', 906 * KB, UBUNTU_SSH],
      ['nginx', '1.24.0-2ubuntu7', '1.24.0-2ubuntu7.1', 521 * KB, NGINX],
      ['apt', '2.7.14build2', '2.7.14build3', 1_404 * KB, { phased: true }],
      ['distro-info-data', '0.60ubuntu0.1', '0.60ubuntu0.2', 7 * KB],
      ['snapd', '2.63+24.04', '2.63.1+24.04', 27 * MB],
      ['ubuntu-pro-client', '32.3.1~24.04', '33.2~24.04', 215 * KB],
    ]),
  },
  jammy: {
    ...debian,
    name: 'Ubuntu 22.04.5 LTS',
    version: '22.04',
    kernel: '5.15.0-117-generic',
    origin: ubuntuOrigin,
    updates: updates([
      ['openssh-server', '1:8.9p1-3ubuntu0.7', '1:8.9p1-3ubuntu0.10', 435 * KB, UBUNTU_SSH],
      ['linux-image-generic', '5.15.0.117.117', '5.15.0.119.119', 12 * KB, KERNEL],
      ['postfix', '3.6.4-1ubuntu1.2', '3.6.4-1ubuntu1.3', 1_250 * KB],
      ['python3-update-manager', '1:22.04.20', '1:22.04.21', 39 * KB],
    ]),
  },
  rocky: {
    manager: 'dnf',
    family: 'rhel',
    name: 'Rocky Linux 9.4 (Blue Onyx)',
    version: '9.4',
    arch: 'x86_64',
    kernel: '5.14.0-427.13.1.el9_4.x86_64',
    origin: { updates: 'baseos', security: 'baseos' },
    updates: updates([
      ['openssh', '8.7p1-38.el9', '8.7p1-38.el9_4.1', 454 * KB, ROCKY_SSH],
      ['openssh-server', '8.7p1-38.el9', '8.7p1-38.el9_4.1', 433 * KB, ROCKY_SSH],
      ['glibc', '2.34-100.el9', '2.34-100.el9_4.2', 2 * MB, GLIBC],
      ['kernel', '5.14.0-427.13.1.el9_4', '5.14.0-427.33.1.el9_4', 4 * MB, KERNEL],
      ['NetworkManager', '1:1.46.0-4.el9_4', '1:1.46.0-13.el9_4', 2 * MB],
      ['tuned', '2.22.1-1.el9', '2.22.1-2.el9_4', 342 * KB],
    ]),
  },
  leap: {
    manager: 'zypper',
    family: 'suse',
    name: 'openSUSE Leap 15.6',
    version: '15.6',
    arch: 'x86_64',
    kernel: '6.4.0-150600.23.7-default',
    origin: { updates: 'SUSE LLC', security: 'SUSE LLC' },
    updates: updates([
      ['openssh-server', '9.6p1-150600.4.8', '9.6p1-150600.6.3.1', 509 * KB, SUSE_SSH],
      ['samba', '4.19.7+git.357-150600.3.3', '4.19.8+git.435-150600.3.6', 2 * MB],
      ['timezone', '2024a-150600.89.1', '2024b-150600.91.1', 290 * KB],
    ]),
  },
} as const satisfies Record<string, Distribution>;

export type DistributionName = keyof typeof DISTRIBUTIONS;

/** The update as the agent reports it; which packages are held is up to the host. */
export function patchOf(update: DemoUpdate, { arch, origin }: Distribution, isHeld: boolean): AvailablePatch {
  const isSecurity = update.severity !== undefined;
  return {
    name: update.name,
    arch,
    currentVersion: update.from,
    availableVersion: update.to,
    security: isSecurity,
    securityVersion: null,
    severity: update.advisory ? (update.severity ?? null) : null,
    advisories: update.advisory ? [update.advisory] : [],
    origin: isSecurity ? origin.security : origin.updates,
    downloadSizeBytes: update.sizeBytes,
    held: isHeld,
    phased: update.phased ?? false,
    keptBackReason: isHeld ? 'HELD' : update.phased ? 'PHASED' : null,
  };
}
