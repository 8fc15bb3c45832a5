// tier: night
// needs: lab
// images: el9-t0
// time-limit: 900
import { conformance } from '../testing/conformance/conformance.ts';
import { rpmSubject } from '../testing/conformance/rpm.ts';

conformance(rpmSubject('el9'));
