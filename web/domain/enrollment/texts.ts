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
    installs: 'installs it with dpkg, and waits up to 5 minutes where apt is at work',
    before: 'Needs curl, which a small system may lack: apt install curl.',
  },
  redhat: {
    label: 'RHEL, Fedora, Rocky, Alma',
    format: 'rpm',
    installs: 'installs it with rpm',
    before: 'Needs curl, which each of them has.',
  },
  suse: {
    label: 'SUSE, openSUSE',
    format: 'rpm',
    installs: 'installs it with rpm',
    before: 'Needs curl: zypper install curl.',
  },
};

/** What the line does, in the order in which it does it. */
export function stepsOf(system: System, { manager_url: url }: Installer): string[] {
  const { format, installs } = SYSTEMS[system];
  return [
    'It fetches the root certificate of this manager and compares its fingerprint: a wrong manager is refused.',
    `It downloads the agent’s .${format} package for the host’s processor from ${url}, and compares its SHA-256.`,
    `It ${installs}.`,
    'It writes /etc/fleetmend/agent.toml, makes a key that never leaves the host, and asks to be enrolled.',
    'Once approved it starts the service. The manager reads the host within a minute.',
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
  'Half a minute on a usual host. Without a token it waits at “enroll” until somebody approves it, for 24 hours at most.';

/** A warning about the address that hosts are sent to; null: none is needed. */
export function addressWarning({
  manager_url: url,
  is_url_configured: isConfigured,
  is_url_loopback: isLoopback,
}: Pick<Installer, 'manager_url' | 'is_url_configured' | 'is_url_loopback'>): string | null {
  const how =
    'Set FLEETMEND_PUBLIC_URL (public_url in the configuration) to the address that hosts reach, and start the manager again.';
  if (isLoopback) return `The line names ${url}, which only the manager’s own machine can reach. ${how}`;
  if (!isConfigured)
    return `Nobody has set the public address of this manager, so the line names the one that you reach it by, ${url}. Where hosts cannot reach it there, the line fails. ${how}`;
  return null;
}

export const texts = {
  trust: 'The agent trusts only the manager with this key.',
  installs: 'Run this as root on the host. It installs the agent, enrolls it and starts it.',
  copy: 'This manager has no agent packages yet: npm run package:agent builds them. Until then, run this as root on the host, in a copy of Fleetmend.',
  asks: 'The host then asks to be enrolled, and an administrator compares its fingerprint and approves.',
  useToken: 'Use a one-time token instead',
  withToken: 'The token in it approves one host within the hour, and is shown only now.',
  steps: 'What the line does',
  prints: 'What the host prints',
  noPackage:
    'This manager has no agent package of this kind, so the line will fail on such a host: npm run package:agent builds it.',
} as const;
