// needs: lab
// time-limit: 600
import { conformance } from './conformance.ts';

conformance({
  image: 'debian12',
  family: 'deb',
  anyArch: 'all',
  advisories: false,
  purge: true,
  kernel: {
    request: 'linux-image-lab',
    running: '6.1.0-90-lab',
    evidence: /kernel 6\.1\.0-91-lab/,
  },
  // The brackets keep the pattern from matching the command line that carries it.
  scriptPattern: 'info/lab-slow[.]postinst',
  waitsForDaemons: false,
  lockFile: '/var/lib/dpkg/lock-frontend',
  failing: { before: 'preinst', after: 'postinst' },
});
