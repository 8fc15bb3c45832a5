import { setQuery } from '../../core/query.ts';

/** A filter bar's `fm-filter`, for a page whose filters live in its address under the same names. */
export const putFilter = ({ detail }: CustomEvent<{ name: string; value: string | null }>): void =>
  setQuery({ [detail.name]: detail.value });

/** A filter bar's `fm-search`, for a page whose search lives in its address as `search`. */
export const putSearch = ({ detail }: CustomEvent<string>): void => setQuery({ search: detail });
