import type { LabHost } from '#test/support/lab.ts';
import { waitFor } from '#test/support/wait.ts';
import type { Subject } from './subject.ts';
import { fillDisk } from './disk.ts';

/** A host of the rpm family, for the conformance suite. */
export function rpmSubject(image: 'el9' | 'fedora' | 'suse'): Subject {
  return {
    image,
    family: 'rpm',
    anyArch: 'noarch',
    advisories: true,
    purge: false,
    kernel: { request: 'kernel', running: '5.14.0-90.lab.x86_64', evidence: /kernel 5\.14\.0-91\.lab/ },
    // The brackets keep the pattern from matching the command line that contains it.
    scriptPattern: 'rpm-tmp[.]',
    waitsForDaemons: image === 'fedora',
    lockFile: '/var/lib/rpm/.rpm.lock',
    readsReadOnly: image === 'suse',
    fillDuring,
    stopMidway,
    failing: { before: '%pre', after: '%post' },
  };
}

/** lab-slow's %post runs before rpm has begun with the packages after it. */
async function stopMidway(host: LabHost) {
  await host.writeFile('/etc/lab-slow', '600\n');
  return {
    reached: async () => (await host.exec(['pgrep', '-f', 'rpm-tmp[.]'])).code === 0,
    clear: () => host.writeFile('/etc/lab-slow', '0\n'),
  };
}

/** lab-slow's script waits for its own file: by then some packages have been changed and others not. */
async function fillDuring(host: LabHost) {
  const slow = '/etc/lab-slow';
  await host.run(['sh', '-c', `rm -f ${slow}; mkfifo ${slow}`]);
  const waits = async (): Promise<boolean> =>
    (await host.exec(['pgrep', '-f', `cat ${slow.slice(0, -1)}[w]`])).code === 0;
  const fill = async (): Promise<void> => {
    await waitFor(waits, { timeoutMs: 60_000, what: 'the script of lab-slow' });
    await host.run(['sh', '-c', fillDisk]);
    await host.run(['sh', '-c', `echo 0 >${slow}`]);
  };
  return {
    filled: fill(),
    clear: async () => void (await host.run(['sh', '-c', `rm -f /fill ${slow}; echo 0 >${slow}`])),
  };
}
