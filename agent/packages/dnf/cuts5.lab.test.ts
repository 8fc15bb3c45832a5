// tier: night
// needs: lab
// images: fedora-t0
// time-limit: 400
import { cutPower } from '../testing/cuts/suite.ts';
import { dnf5 } from '../testing/cuts/subjects.ts';

cutPower(dnf5);
