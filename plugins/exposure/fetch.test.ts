import { suite } from 'uvu';
import { dataSetsAreFetched, setUpFetch, tearDownFetch, type FetchWorld } from './fetch.testing.ts';

const test = suite<FetchWorld>('exposure: fetches');

test.before(setUpFetch);
test.after(tearDownFetch);

dataSetsAreFetched(test);

test.run();
