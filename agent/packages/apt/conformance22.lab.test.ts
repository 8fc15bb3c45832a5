// tier: night
// needs: lab
// images: deb11-t0
// time-limit: 600
import { conformance } from '../testing/conformance/conformance.ts';
import { aptSubject } from '../testing/conformance/apt.ts';

conformance(aptSubject('debian11'));
