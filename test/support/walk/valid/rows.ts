import type { Rows } from '../row.ts';
import { fleetRows, lastOfFleet } from './fleet.ts';
import { lastOfPeople, peopleRows } from './people.ts';
import { restRows } from './rest.ts';
import { timesRows } from './times.ts';
import { workRows } from './work.ts';

export const ROWS: Rows = {
  ...peopleRows,
  ...fleetRows,
  ...workRows,
  ...timesRows,
  ...restRows,
  ...lastOfFleet,
  ...lastOfPeople,
};
