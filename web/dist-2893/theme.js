// Before the first paint, so that a chosen theme does not flash the other one; the rest is in web/shell/theme.ts.
(() => {
  try {
    const choice = localStorage.getItem('fleetmend.theme');
    if (choice === 'light' || choice === 'dark') document.documentElement.dataset.theme = choice;
  } catch {
    // storage is blocked: the system's theme
  }
})();
