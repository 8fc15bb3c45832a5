// tier: night
// needs: lab
// images: deb11-t0, deb12-t0
// time-limit: 600
import { aptSources } from '../testing/aptSources.ts';

aptSources('debian11', 'debian12');
