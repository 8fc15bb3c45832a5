export type Theme = 'system' | 'light' | 'dark';
const KEY = 'fleetmend.theme';

/** The theme that the person chose; public/theme.js applies it before the first paint. */
export function chosenTheme(): Theme {
  try {
    const value = localStorage.getItem(KEY);
    return value === 'light' || value === 'dark' ? value : 'system';
  } catch {
    return 'system';
  }
}

export function chooseTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
  try {
    if (theme === 'system') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, theme);
  } catch {
    // storage is blocked: the choice holds until the reload
  }
  dispatchEvent(new Event('fm-theme'));
}

/** Follows the theme that another tab chooses. */
export function followTheme(): void {
  addEventListener('storage', ({ key }) => {
    if (key === KEY) chooseTheme(chosenTheme());
  });
}
