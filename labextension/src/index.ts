/** The plugins of this extension. */
import { notebooks } from './plugins/notebooks';
import { panel } from './plugins/panel';
import { renderer } from './plugins/renderer';

export default [notebooks, panel, renderer];
