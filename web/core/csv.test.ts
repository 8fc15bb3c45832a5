import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { csvFileName, csvOf } from './csv.ts';

const test = suite('csv');

test('what a spreadsheet would take for a formula is text, a number is a number, and quotes are doubled', () => {
  const lines = [
    ['=1+1', '+49 30', '-5', '@x', '\tx', 'a"b', 'a,b', 'two\nlines', null, -7, 'web-1', true],
    ['-rm', '', '\r=1', 'ü', '- ', '0', ' =1', '-1.5', '-1.5x', '', undefined, false, '\uff1d1'],
  ];
  assert.is(
    csvOf(lines),
    `'=1+1,'+49 30,-5,'@x,'\tx,"a""b","a,b","two\nlines",,-7,web-1,true\r\n'-rm,,"'\r=1",ü,'- ,0,' =1,-1.5,'-1.5x,,,false,'\uff1d1\r\n`,
  );
  assert.is(csvFileName('hosts', new Date('2026-03-01T23:30:00Z')), 'hosts-2026-03-01.csv');
});

test.run();
