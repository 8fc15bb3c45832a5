// time-limit: 300
import { installedPluginSuite } from './support/installedPlugin.ts';

installedPluginSuite('sqlite');
