import './tokens/tokens.css';
import './shell/fm-shell.ts';
// The sign-in page shares these with parts that are loaded later, so they come with the shell: as files of their own
// the page would wait for each of them.
import './core/ssoReturn.ts';
import './pages/sign-in/passkey.ts';
import './pages/sign-in/texts.ts';
// Nearly every page has a table; loaded with a page, this would count against the page's size budget.
import './core/repeat.ts';
import { followTheme } from './shell/theme.ts';

followTheme();
