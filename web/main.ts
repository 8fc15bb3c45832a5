import './tokens/tokens.css';
import './shell/fm-shell.ts';
import { followTheme } from './shell/theme.ts';

followTheme();
