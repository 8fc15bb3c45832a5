// needs: lab
// images: deb12-t0
// time-limit: 400
import { cutPower } from '../testing/cuts/suite.ts';
import { apt } from '../testing/cuts/subjects.ts';

cutPower(apt);
