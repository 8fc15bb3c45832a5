// needs: lab
// images: fedora-t0
// time-limit: 600
import { conformance } from '../testing/conformance/conformance.ts';
import { rpmSubject } from '../testing/conformance/rpm.ts';

conformance(rpmSubject('fedora'));
