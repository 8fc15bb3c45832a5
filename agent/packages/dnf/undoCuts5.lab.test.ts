// tier: night
// needs: lab
// images: fedora-t0
// time-limit: 900
import { cutRollbackPower } from '../testing/cuts/suite.ts';
import { dnf5 } from '../testing/cuts/subjects.ts';

cutRollbackPower(dnf5);
