// tier: night
// needs: lab
// images: deb12-t0
// time-limit: 600
import { conformance } from '../testing/conformance/conformance.ts';
import { aptSubject } from '../testing/conformance/apt.ts';

conformance(aptSubject('debian12'));
