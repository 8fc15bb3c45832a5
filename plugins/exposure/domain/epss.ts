import { wire } from '#sdk';
import {
  Gathered,
  invalid,
  isCve,
  MAX_ROWS,
  shown,
  type DataSetContent,
  type FileReader,
} from './dataSet.ts';

const MAX_LINE = 256;
const FIRST = /^#model_version:([\w.-]{1,32}),score_date:(\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:?\d\d))$/;
const COLUMNS = 'cve,epss,percentile';
const NUMBER = /^\d(\.\d{1,20})?([eE]-\d{1,2})?$/;
/** An offset without a colon; JavaScript's dates need one. */
const OFFSET = /([+-]\d\d)(\d\d)$/;

/** Reads the EPSS scores of FIRST: a line about the file, one with the columns, then one for each CVE. */
export class EpssReader implements FileReader {
  #line = 0;
  #rest = '';
  #version = '';
  #sourceDate: Date | null = null;
  readonly #gathered = new Gathered();

  take(text: string): void {
    const lines = (this.#rest + text).split('\n');
    this.#rest = lines.pop() ?? '';
    for (const line of lines) this.#takeLine(line);
    if (this.#rest.length > MAX_LINE) this.#fail('it has more than 256 characters.', 1);
  }

  end(): DataSetContent {
    // Every line ends with a line break, the last one too; without it the file was cut off.
    if (this.#rest !== '') this.#fail('the file is cut off here.', 1);
    if (!this.#sourceDate) throw invalid('This is no file of EPSS: it is empty.', null);
    if (this.#gathered.rows === 0) throw invalid('The file has no scores.', null);
    const { rows } = this.#gathered;
    const blocks = this.#gathered.written();
    return { version: this.#version, sourceDate: this.#sourceDate, rows, blocks };
  }

  #takeLine(raw: string): void {
    this.#line += 1;
    const line = raw.endsWith('\r') ? raw.slice(0, -1) : raw;
    if (this.#line === 1) return this.#takeFirst(line);
    if (line.length > MAX_LINE) this.#fail('it has more than 256 characters.');
    if (this.#line === 2) {
      if (line !== COLUMNS) this.#fail(`the columns are not ${COLUMNS}, but ${shown(line)}.`);
      return;
    }
    this.#takeRow(line);
  }

  #takeFirst(line: string): void {
    const [, version, date] = FIRST.exec(line.slice(0, MAX_LINE)) ?? [];
    const at = date === undefined ? null : wire.timeOf(date.replace(OFFSET, '$1:$2'));
    if (version === undefined || !at)
      this.#fail('this is no file of EPSS: it does not begin with #model_version:…,score_date:….');
    this.#version = version;
    this.#sourceDate = at;
  }

  #takeRow(line: string): void {
    const [cve = '', epss = '', percentile = '', more] = line.split(',', 4);
    if (!isCve(cve)) this.#fail(`${shown(cve)} is no CVE.`);
    if (more !== undefined || percentile === '') this.#fail('it has not three values.');
    if (this.#gathered.rows >= MAX_ROWS) this.#fail(`the file has more than ${MAX_ROWS} rows.`);
    const entry: [number, number] = [this.#share(epss), this.#share(percentile)];
    if (!this.#gathered.add(cve, entry)) this.#fail(`${cve} stands here a second time.`);
  }

  #share(text: string): number {
    const value = NUMBER.test(text) ? Number(text) : NaN;
    if (!(value >= 0 && value <= 1)) this.#fail(`${shown(text)} is no number from 0 to 1.`);
    return value;
  }

  #fail(message: string, after = 0): never {
    throw invalid(message, { line: this.#line + after });
  }
}
