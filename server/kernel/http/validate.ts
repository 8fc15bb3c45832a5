import type { RequestHandler } from 'express';
import type { ContractDocument } from './operations.ts';
import type { OperationRow } from '../../shared/wire/dispatch.ts';
import { operationValidator, type ValidatorOptions } from './operationValidator.ts';
import { stateOf } from './state.ts';

/** For a body of this size or less every violated rule is told: a larger one could violate too many to go through. */
const ALL_ERRORS_BYTES = 4 * 1024;

/**
 * Checks requests (and answers, where wanted) against the contract; of larger bodies only the first violated rule is
 * told. The checks of an operation are compiled at its first request: a manager's start needs none of them.
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

/** Validators by document, which never changes: every app over the same document shares them. */
const validators = new WeakMap<object, Map<string, RequestHandler>>();

function validatorsOf(document: object): Map<string, RequestHandler> {
  const known = validators.get(document) ?? new Map<string, RequestHandler>();
  validators.set(document, known);
  return known;
}

const keyOf = ({ method, path }: OperationRow, options: ValidatorOptions): string =>
  `${method} ${path} ${options.validateResponses} ${options.allErrors}`;
