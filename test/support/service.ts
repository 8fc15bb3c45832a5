import { mkdtempSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { refreshCommands } from '../../agent/packages/testing/labBackend.ts';
import { agentPackage } from './packages.ts';
import { untilPolled, type WireHost } from './fleet.ts';
import { lab, pathInHost, type LabHost, type UpOptions } from './lab.ts';
import type { ManagerProcess } from './manager.ts';
import { waitFor } from './wait.ts';

/** A host whose agent is a service of its systemd. */
export interface ServiceHost {
  lab: LabHost;
  host: WireHost;
}

const AGENT_PORT = 9443;
export const AGENT_UNIT = 'fleetmend-agent.service';
/** File that the reboot command makes; the test waits for it and then acts as the firmware. */
export const REBOOT_ASKED = '/run/lab-reboot-asked';

/** What the lab adds to the package's unit: the manager's address, and settings that save the tests waiting. */
const dropIn = `[Service]
EnvironmentFile=/etc/fleetmend-agent.env
ExecStartPost=+/bin/sh -c 'echo $MAINPID >/run/lab-agent.pid'
RestartSec=300ms
`;

const rebootUnit = `[Service]
Type=oneshot
ExecStart=/bin/touch ${REBOOT_ASKED}
`;

function environment(manager: ManagerProcess, token: string, address: string): string {
  const values = {
    FLEETMEND_AGENT_MANAGER_URL: manager.url,
    FLEETMEND_AGENT_ADVERTISE_ADDRESS: address,
    FLEETMEND_AGENT_ENROLLMENT_TOKEN: token,
    FLEETMEND_KERNEL_RELEASE: '6.1.0-90-lab',
    // The lab's own boot id lies over the kernel's, where ProtectKernelTunables= hides it.
    FLEETMEND_AGENT_BOOT_ID_FILE: '/run/.boot_id',
    FLEETMEND_AGENT_REBOOT_COMMAND: 'systemctl start --no-block lab-reboot.service',
  };
  return Object.entries(values)
    .map(([name, value]) => `${name}="${value}"\n`)
    .join('');
}

/** Boots a host with systemd, installs the agent's package there, and waits until the manager has polled it. */
export async function enrollServiceHost(
  manager: ManagerProcess,
  token: string,
  name: string,
  address: string,
  options: UpOptions = {},
): Promise<ServiceHost> {
  const image = options.image ?? 'debian12-systemd';
  const host = await lab.up(name, address, { ...options, image });
  await host.run(refreshCommands[image]);
  await host.writeFile('/etc/fleetmend-agent.env', environment(manager, token, address), '600');
  await host.writeFile(`/etc/systemd/system/${AGENT_UNIT}.d/lab.conf`, dropIn);
  await host.writeFile('/etc/systemd/system/lab-reboot.service', rebootUnit);
  const isDebian = image.startsWith('debian');
  const file = pathInHost(await agentPackage(isDebian ? 'deb' : 'rpm'));
  await host.run([isDebian ? 'dpkg' : 'rpm', '--install', file]);
  await host.run(['systemctl', 'enable', '-q', '--now', AGENT_UNIT]);
  return { lab: host, host: await untilPolled(manager, host) };
}

/**
 * Saves the disk of the host as a layer for {@link resetServiceHost}, and returns its folder; the host is down then.
 */
export async function keepServiceHost(host: LabHost): Promise<string> {
  const layer = mkdtempSync(path.join(process.env['LAB_DIR'] ?? tmpdir(), 'service-'));
  await host.run(['systemctl', 'stop', AGENT_UNIT]);
  await host.cut();
  await host.save(layer);
  return layer;
}

/**
 * Boots the host from a saved disk, which takes a second instead of an installation, and waits until its agent answers:
 * a job that came earlier would be tried again only a minute later.
 */
export async function resetServiceHost(host: LabHost, layer: string): Promise<void> {
  await host.reset(layer);
  await waitFor(() => accepts(host.address, AGENT_PORT), { timeoutMs: 60_000, what: 'the agent' });
}

function accepts(address: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, address);
    const end = (isOpen: boolean): void => {
      socket.destroy();
      resolve(isOpen);
    };
    socket.once('connect', () => end(true));
    socket.once('error', () => end(false));
  });
}

/** A property of a unit, as `systemctl show` prints it. */
export async function unitProperty(host: LabHost, name: string, property: string): Promise<string> {
  return (await host.run(['systemctl', 'show', '--value', `--property=${property}`, '--', name])).trim();
}
