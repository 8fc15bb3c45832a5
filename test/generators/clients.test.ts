// tier: rare
// wants: jdk, go, python
// time-limit: 1800
import { generators } from './generators.ts';
import { testClients } from './reading.ts';

testClients(generators);
