import { untilPolled, type WireHost } from './fleet.ts';
import { lab, projectInHost, type LabHost } from './lab.ts';
import type { ManagerProcess } from './manager.ts';

/** A host whose agent is a service of its systemd. */
export interface ServiceHost {
  lab: LabHost;
  host: WireHost;
}

export const AGENT_UNIT = 'fleetmend-agent.service';
/** Made by the command that reboots the host; whoever waits for it plays the firmware. */
export const REBOOT_ASKED = '/run/lab-reboot-asked';

/** As strict as a unit of an agent gets: nothing but its own data may be written, no home, a /tmp of its own. */
const unit = `[Unit]
Description=Fleetmend agent
After=network-online.target
[Service]
EnvironmentFile=/etc/fleetmend-agent.env
ExecStart=/usr/bin/node ${projectInHost}/agent/main.ts
ExecStartPost=+/bin/sh -c 'echo $MAINPID >/run/lab-agent.pid'
Restart=always
RestartSec=300ms
UMask=0077
ProtectSystem=strict
ProtectHome=yes
PrivateTmp=yes
NoNewPrivileges=no
StateDirectory=fleetmend-agent
StateDirectoryMode=0700
ReadWritePaths=/var/lib/fleetmend-agent
[Install]
WantedBy=multi-user.target
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
    FLEETMEND_AGENT_REBOOT_COMMAND: 'systemctl start --no-block lab-reboot.service',
  };
  return Object.entries(values)
    .map(([name, value]) => `${name}="${value}"\n`)
    .join('');
}

/** Boots a host with systemd, runs the agent there as a sandboxed service, and waits until the manager has polled it. */
export async function enrollServiceHost(
  manager: ManagerProcess,
  token: string,
  name: string,
  address: string,
): Promise<ServiceHost> {
  const host = await lab.up(name, address, { image: 'debian12-systemd' });
  await host.run(['apt-get', '-qq', '-o', 'APT::Update::Error-Mode=any', 'update']);
  await host.writeFile('/etc/fleetmend-agent.env', environment(manager, token, address), '600');
  await host.writeFile(`/etc/systemd/system/${AGENT_UNIT}`, unit);
  await host.writeFile('/etc/systemd/system/lab-reboot.service', rebootUnit);
  await host.run(['systemctl', 'daemon-reload']);
  await host.run(['systemctl', 'enable', '-q', '--now', AGENT_UNIT]);
  return { lab: host, host: await untilPolled(manager, host) };
}

/** A property of a unit, as `systemctl show` tells it. */
export async function unitProperty(host: LabHost, name: string, property: string): Promise<string> {
  return (await host.run(['systemctl', 'show', '--value', `--property=${property}`, '--', name])).trim();
}
