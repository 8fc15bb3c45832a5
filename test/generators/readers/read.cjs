/* eslint-disable @typescript-eslint/no-require-imports -- the models are built as CommonJS */
// Reads recorded answers (a line of JSON each) with the models of typescript-fetch, and writes them again.
const { readFileSync } = require('node:fs');

const [, , file, models] = process.argv;
const made = require(models);
let read = 0;
for (const line of readFileSync(file, 'utf8').trim().split('\n')) {
  const { operation, status, model, body, unknown } = JSON.parse(line);
  if (model === null) continue;
  try {
    const values = [JSON.parse(body)].flat().map(made[`${model}FromJSON`]);
    const text = JSON.stringify(values.map(made[`${model}ToJSON`]));
    const left = text.split('SOMETHING_NEW').length - 1;
    if (left !== unknown) console.log(`${operation} ${status}: ${left} of ${unknown} new words are left`);
    read += 1;
  } catch (error) {
    console.log(`${operation} ${status}: ${error}`);
  }
}
console.log(`${read} read`);
