// needs: mariadb
import { dbConformance } from './testing/conformance.ts';

dbConformance('mariadb');
