// needs: lab
// images: suse-t0
// time-limit: 600
import { conformance } from '../testing/conformance/conformance.ts';
import { rpmSubject } from '../testing/conformance/rpm.ts';

conformance(rpmSubject('suse'));
