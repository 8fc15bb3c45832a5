/** Texts about adding hosts. */
import type { Installer } from './enrollLine.ts';

export type System = 'debian' | 'redhat' | 'suse';

interface SystemText {
  label: string;
  format: 'deb' | 'rpm';
  installs: string;
  before: string;
}

export const SYSTEMS: Readonly<Record<System, SystemText>> = {
  debian: {
    label: 'Debian, Ubuntu',
    format: 'deb',
    installs: 'Installs the package with dpkg, and waits up to 5 minutes while apt is running',
    before: 'Requires curl, which minimal systems may lack: apt install curl.',
  },
  redhat: {
    label: 'RHEL, Fedora, Rocky, Alma',
    format: 'rpm',
    installs: 'Installs the package with rpm',
    before: 'Requires curl, which is installed by default.',
  },
  suse: {
    label: 'SUSE, openSUSE',
    format: 'rpm',
    installs: 'Installs the package with rpm',
    before: 'Requires curl: zypper install curl.',
  },
};

/** What the line does, in the order in which it does it. */
export function stepsOf(system: System, { manager_url: url }: Installer): string[] {
  const { format, installs } = SYSTEMS[system];
  return [
    'Downloads the root certificate of this manager and verifies its fingerprint.',
    `Downloads the agent’s .${format} package for the host’s architecture from ${url}, and verifies its SHA-256.`,
    `${installs}.`,
    'Writes /etc/fleetmend/agent.toml, creates a key that never leaves the host, and requests enrollment.',
    'Starts the service once approved. The manager reads the host within a minute.',
  ];
}

/** What the host prints meanwhile. */
export function printed(
  system: System,
  { manager_url: url, packages }: Installer,
  hasToken: boolean,
): string {
  const { format } = SYSTEMS[system];
  const name = packages.find((one) => one.format === format)?.name ?? `fleetmend-agent.${format}`;
  return [
    '==> check this host',
    '==> check who the manager is',
    '==> choose the package',
    `==> download ${name}`,
    `==> verify ${name}`,
    `==> install ${name}`,
    '==> write /etc/fleetmend/agent.toml',
    `==> enroll with ${url}`,
    ...(hasToken ? [] : ['    An administrator must approve this host now; it waits until then.']),
    '==> start the service',
    '==> done.',
  ].join('\n');
}

export const HOW_LONG =
  'Takes about half a minute. Without a token the command stops at “enroll” until the request is approved, for up to 24 hours.';

/** A warning about the address that hosts are sent to; null: none is needed. */
export function addressWarning({
  manager_url: url,
  is_url_configured: isConfigured,
  is_url_loopback: isLoopback,
}: Pick<Installer, 'manager_url' | 'is_url_configured' | 'is_url_loopback'>): string | null {
  const how =
    'Set FLEETMEND_PUBLIC_URL (public_url in the configuration) to an address that hosts can reach, and restart the manager.';
  if (isLoopback) return `This command uses ${url}, which other hosts cannot reach. ${how}`;
  if (!isConfigured)
    return `The public address of this manager is not set, so the command uses the address in your browser, ${url}. It fails on hosts that cannot reach it. ${how}`;
  return null;
}

export const texts = {
  dials: 'The host connects to the manager.',
  dialsWhen: 'For hosts behind NAT, or where no port may be open: the agent listens on none.',
  trust: 'The agent trusts only the manager with this key.',
  installs: 'Run this as root on the host. It installs the agent, enrolls it and starts it.',
  copy: 'This manager runs from a clone and has no agent packages yet. Build them there with: npm run package:agent. Until then, run this as root on the host, in a copy of Fleetmend.',
  asks: 'The host then requests enrollment, and an administrator compares its fingerprint and approves.',
  useToken: 'Use an enrollment token instead',
  withToken: 'The token is valid for one host and one hour. It won’t be shown again.',
  steps: 'Steps of the command',
  prints: 'Expected output',
  noPackage: 'This manager has no agent package of this kind, so the command fails on such hosts.',
  whichPackage: 'Adding agent packages',
} as const;
