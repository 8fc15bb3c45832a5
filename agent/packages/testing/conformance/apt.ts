import type { Subject } from '../../conformance.ts';

/** A host with apt, for the conformance suite. */
export function aptSubject(image: 'debian11' | 'debian12' | 'debian13'): Subject {
  return {
    image,
    family: 'deb',
    anyArch: 'all',
    advisories: false,
    purge: true,
    kernel: { request: 'linux-image-lab', running: '6.1.0-90-lab', evidence: /kernel 6\.1\.0-91-lab/ },
    // The brackets keep the pattern from matching the command line that carries it.
    scriptPattern: 'info/lab-slow[.]postinst',
    waitsForDaemons: false,
    lockFile: '/var/lib/dpkg/lock-frontend',
    failing: { before: 'preinst', after: 'postinst' },
  };
}
