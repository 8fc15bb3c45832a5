import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });

/** The score from 0 to 4. Runs in the thread of computations: many odd letters in a row take a second or two. */
export const compute = ({ password, known }: { password: string; known: string[] }): number =>
  estimator.check(password, known).score;
