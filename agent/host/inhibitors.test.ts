import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { parseInhibitors } from './inhibitors.ts';

const test = suite('inhibitors of a shutdown');

test('who blocks a shutdown is named; who only delays it, or blocks something else, is not', () => {
  const rows = [
    ['shutdown:sleep', 'Backup', 'The database is dumped', 'block', 0, 812],
    ['shutdown', 'Unattended Upgrades', 'Stop before shutdown', 'delay', 0, 640],
    ['sleep', 'NetworkManager', 'needs to turn off networks', 'block', 0, 400],
    ['idle:shutdown', 'ops', 'Do not touch', 'block-weak', 1000, 99],
  ];
  assert.equal(parseInhibitors(JSON.stringify({ type: 'a(ssssuu)', data: [rows] })), [
    { who: 'Backup', why: 'The database is dumped', pid: 812 },
    { who: 'ops', why: 'Do not touch', pid: 99 },
  ]);
});

test.run();
