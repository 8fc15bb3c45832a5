// needs: mariadb
import { dbConformance } from './dbConformance.ts';

dbConformance('mariadb');
