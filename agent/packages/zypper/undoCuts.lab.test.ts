// tier: night
// needs: lab
// images: suse-t0
// time-limit: 900
import { cutRollbackPower } from '../testing/cuts/suite.ts';
import { zypper } from '../testing/cuts/subjects.ts';

cutRollbackPower(zypper);
