import { dbConformance } from './dbConformance.ts';

dbConformance('sqlite');
