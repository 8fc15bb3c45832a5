import type { Subject } from '../../conformance.ts';

/** A host of the rpm family, for the conformance suite. */
export function rpmSubject(image: 'el9' | 'fedora' | 'suse'): Subject {
  return {
    image,
    family: 'rpm',
    anyArch: 'noarch',
    advisories: true,
    purge: false,
    kernel: { request: 'kernel', running: '5.14.0-90.lab.x86_64', evidence: /kernel 5\.14\.0-91\.lab/ },
    // The brackets keep the pattern from matching the command line that carries it.
    scriptPattern: 'rpm-tmp[.]',
    waitsForDaemons: image === 'fedora',
    lockFile: '/var/lib/rpm/.rpm.lock',
    failing: { before: '%pre', after: '%post' },
  };
}
