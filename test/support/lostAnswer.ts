import * as assert from 'uvu/assert';
import type { Page, Route } from 'playwright-core';

/**
 * How a page says that no answer came. It waits for half a minute, and on a busy machine the answer that is to be lost
 * may come later than that.
 */
export const NO_ANSWER = /The manager (could not be reached|did not answer in time)\./;

/**
 * Makes the manager serve the next such call of the page, and its answer get lost on the way. Resolves, once that is
 * prepared, with a wait for it: before, a second call could reach the manager first.
 */
export async function loseNext(
  page: Page,
  method: 'POST' | 'PUT',
  path: string | RegExp,
): Promise<() => Promise<void>> {
  const lost = Promise.withResolvers<void>();
  lost.promise.catch(() => undefined); // a test that has failed already does not wait for it
  let isNext = true;
  await page.route(path, async (route) => {
    if (!isNext || route.request().method() !== method) return route.fallback();
    isNext = false;
    await lose(route).then(lost.resolve, lost.reject);
  });
  return () => lost.promise;
}

async function lose(route: Route): Promise<void> {
  const response = await route.fetch();
  assert.ok(response.ok(), `${response.status()} ${await response.text()}`);
  await route.abort();
}
