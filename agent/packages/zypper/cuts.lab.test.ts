// tier: night
// needs: lab
// images: suse-t0
// time-limit: 400
import { cutPower } from '../testing/cuts/suite.ts';
import { zypper } from '../testing/cuts/subjects.ts';

cutPower(zypper);
