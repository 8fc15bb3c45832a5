import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { csvCell } from './csvCell.ts';

const test = suite('a text as a cell of a CSV file');

const CELLS: Readonly<Record<string, string>> = {
  'web1.example.org': '"web1.example.org"',
  '': '""',
  'plain, "quoted"': '"plain, ""quoted"""',
  '=1+1': `"'=1+1"`,
  '  @x': `"'  @x"`,
  '\tx': `"'\tx"`,
  '＝1': `"'＝1"`,
  'a;b': '"a;b"',
  "x;=cmd|'/C calc'!A0;y": `"x;'=cmd|'/C calc'!A0;y"`,
  'x; ＋1': `"x; '＋1"`,
  'x;"=1': `"x;""'=1"`,
  'x\t-1': `"x\t'-1"`,
  'x\r\n=1': `"x\r\n'=1"`,
  'x-1;y=2': '"x-1;y=2"',
};

for (const [text, cell] of Object.entries(CELLS))
  test(JSON.stringify(text), () => assert.is(csvCell(text), cell));

test('no cell of a line is a formula where a spreadsheet splits it at semicolons', () => {
  const line = Object.keys(CELLS).map(csvCell).join(',');
  for (const cell of line.split(/[;\r\n\t]/)) assert.not.match(cell, /^["\s]*[=+\-@＝＋－＠]/);
});

test.run();
