import type { RequestHandler } from 'express';
import type { ContractDocument } from '../boot/operations.ts';
import type { OperationRow } from '../../shared/wire/dispatch.ts';
import { operationValidator, type ValidatorOptions } from './operationValidator.ts';
import { stateOf } from './state.ts';

/** A body of this size or less is told each rule that it violates: more of it could violate too many to look at. */
const ALL_ERRORS_BYTES = 4 * 1024;

/**
 * Holds requests (and answers, where wanted) against the contract; larger bodies to the first violated rule. What a
 * request is held against is compiled at the operation's first request: a manager's start needs none of it.
 */
export function validate(
  document: ContractDocument,
  { validateResponses }: { validateResponses: boolean },
): RequestHandler {
  const known = validatorsOf(document);
  return (req, res, next) => {
    const { operation, bodyBytes } = stateOf(req);
    if (!operation) throw new Error('no operation was matched');
    const options = { validateResponses, allErrors: bodyBytes <= ALL_ERRORS_BYTES };
    const key = keyOf(operation, options);
    const validator = known.get(key) ?? operationValidator(document, operation, options);
    known.set(key, validator);
    return validator(req, res, next);
  };
}

/** By document, which never changes: every app over it can use the same. */
const validators = new WeakMap<object, Map<string, RequestHandler>>();

function validatorsOf(document: object): Map<string, RequestHandler> {
  const known = validators.get(document) ?? new Map<string, RequestHandler>();
  validators.set(document, known);
  return known;
}

const keyOf = ({ method, path }: OperationRow, options: ValidatorOptions): string =>
  `${method} ${path} ${options.validateResponses} ${options.allErrors}`;
