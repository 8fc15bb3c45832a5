/** The parameters of a path that fits a pattern such as `/hosts/:id`; null: it does not fit. */
export function matchPath(pattern: string, path: string): Record<string, string> | null {
  const wanted = parts(pattern);
  const given = parts(path);
  if (wanted.length !== given.length) return null;
  const params: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const value = given[index] ?? '';
    if (!part.startsWith(':')) {
      if (part !== value) return null;
      continue;
    }
    const decoded = decode(value);
    if (decoded === null) return null;
    params[part.slice(1)] = decoded;
  }
  return params;
}

const parts = (path: string): string[] => path.split('/').filter((part) => part !== '');

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
