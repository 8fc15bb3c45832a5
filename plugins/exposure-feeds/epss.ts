import type { Entries, FileFacts } from '../exposure/api.ts';
import { shown, type FileReader, type Kit } from './reader.ts';

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
  readonly #into: Entries;
  readonly #kit: Kit;

  constructor(into: Entries, kit: Kit) {
    this.#into = into;
    this.#kit = kit;
  }

  take(text: string): void {
    const lines = (this.#rest + text).split('\n');
    this.#rest = lines.pop() ?? '';
    for (const line of lines) this.#takeLine(line);
    if (this.#rest.length > MAX_LINE) this.#fail('it has more than 256 characters.', 1);
  }

  end(): FileFacts {
    // Every line ends with a line break, the last one too; without it the file was cut off.
    if (this.#rest !== '') this.#fail('the file is cut off here.', 1);
    if (!this.#sourceDate) return this.#into.refuse('This is no file of EPSS: it is empty.');
    if (this.#into.rows === 0) this.#into.refuse('The file has no scores.');
    return { version: this.#version, sourceDate: this.#sourceDate };
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
    const at = date === undefined ? null : this.#kit.wire.timeOf(date.replace(OFFSET, '$1:$2'));
    if (version === undefined || !at)
      this.#fail('this is no file of EPSS: it does not begin with #model_version:…,score_date:….');
    this.#version = version;
    this.#sourceDate = at;
  }

  #takeRow(line: string): void {
    const [cve = '', score = '', percentile = '', more] = line.split(',', 4);
    if (!this.#into.isCve(cve)) this.#fail(`${shown(cve)} is no CVE.`);
    if (more !== undefined || percentile === '') this.#fail('it has not three values.');
    const epss = { score: this.#share(score), percentile: this.#share(percentile) };
    if (!this.#into.score(cve, { epss }, (message) => this.#fail(message)))
      this.#fail(`${cve} stands here a second time.`);
  }

  #share(text: string): number {
    const value = NUMBER.test(text) ? Number(text) : NaN;
    if (!(value >= 0 && value <= 1)) this.#fail(`${shown(text)} is no number from 0 to 1.`);
    return value;
  }

  #fail(message: string, after = 0): never {
    this.#into.refuse(message, { line: this.#line + after });
  }
}
