import './tokens/webawesome.css';
import './tokens/tokens.css';
import { bundleWebAwesomeIcons } from './icons/webawesome.ts';
import './shell.ts';
import { followTheme } from './theme.ts';

bundleWebAwesomeIcons();
followTheme();
