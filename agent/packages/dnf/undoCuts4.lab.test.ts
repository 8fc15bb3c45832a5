// tier: night
// needs: lab
// images: el9-t0
// time-limit: 900
import { cutRollbackPower } from '../testing/cuts/suite.ts';
import { dnf4 } from '../testing/cuts/subjects.ts';

cutRollbackPower(dnf4);
