// tier: night
// needs: lab
// images: el9-t0
// time-limit: 400
import { cutPower } from '../testing/cuts/suite.ts';
import { dnf4 } from '../testing/cuts/subjects.ts';

cutPower(dnf4);
