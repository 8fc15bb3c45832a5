import type { LabHost } from '#test/support/lab.ts';
import type { Subject } from './subject.ts';
import { leaveFree } from './disk.ts';

/** A host with apt, for the conformance suite. */
export function aptSubject(image: 'debian11' | 'debian12' | 'debian13'): Subject {
  return {
    image,
    family: 'deb',
    anyArch: 'all',
    advisories: false,
    purge: true,
    kernel: { request: 'linux-image-lab', running: '6.1.0-90-lab', evidence: /kernel 6\.1\.0-91-lab/ },
    // The brackets keep the pattern from matching the command line that contains it.
    scriptPattern: 'info/lab-slow[.]postinst',
    waitsForDaemons: false,
    lockFile: '/var/lib/dpkg/lock-frontend',
    readsReadOnly: true,
    fillDuring,
    stopMidway,
    failing: { before: 'preinst', after: 'postinst' },
  };
}

/** dpkg reads each archive twice, with dpkg-deb; the seventh reading never ends. */
async function stopMidway(host: LabHost) {
  const script = `#!/bin/sh
read -r parent </proc/$PPID/comm
if [ "$parent" = dpkg ] && [ -e /run/stop-midway ]; then
  echo >>/run/stop-midway
  [ "$(wc -l </run/stop-midway)" -lt 7 ] || { : >/run/stopped; exec sleep 600; }
fi
exec /usr/bin/dpkg-deb.real "$@"
`;
  await host.run(['mv', '/usr/bin/dpkg-deb', '/usr/bin/dpkg-deb.real']);
  await host.writeFile('/usr/bin/dpkg-deb', script, '755');
  await host.writeFile('/run/stop-midway', '');
  return {
    reached: async () => (await host.exec(['test', '-e', '/run/stopped'])).code === 0,
    clear: async () => {},
  };
}

/** Uses a hook that apt runs just before it starts dpkg; lab-big needs 40 MB, the packages before it almost nothing. */
async function fillDuring(host: LabHost) {
  const hook = '/etc/apt/apt.conf.d/99fill';
  await host.writeFile('/etc/lab-slow', '0\n');
  await host.writeFile(
    '/usr/local/sbin/fill-disk',
    `#!/bin/sh\n[ -e /fill ] || { ${leaveFree(20)}; }\n`,
    '755',
  );
  await host.writeFile(hook, 'DPkg::Pre-Invoke {"/usr/local/sbin/fill-disk";};\n');
  return {
    filled: Promise.resolve(),
    clear: async () => void (await host.run(['rm', '-f', '/fill', hook])),
  };
}
