// tier: night
// needs: cargo
// time-limit: 3600
import { progenitor } from './generators.ts';
import { readAll } from './reading.ts';

readAll([progenitor]);
