import './tokens/webawesome.css';
import './tokens/tokens.css';
import { bundleWebAwesomeIcons } from './icons/webawesome.ts';
import './shell/fm-shell.ts';
import { followTheme } from './shell/theme.ts';

bundleWebAwesomeIcons();
followTheme();
