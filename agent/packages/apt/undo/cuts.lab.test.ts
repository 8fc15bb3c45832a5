// tier: night
// needs: lab
// images: deb12-t0
// time-limit: 900
import { cutRollbackPower } from '../../testing/cuts/suite.ts';
import { apt } from '../../testing/cuts/subjects.ts';

cutRollbackPower(apt);
