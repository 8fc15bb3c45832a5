// needs: lab
// images: deb13-t0
// time-limit: 300
import { aptSources } from '../testing/aptSources.ts';

aptSources('debian13');
