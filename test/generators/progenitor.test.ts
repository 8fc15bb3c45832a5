// tier: rare
// needs: cargo
// time-limit: 3600
import { progenitor } from './generators.ts';
import { testClients } from './reading.ts';

testClients([progenitor]);
