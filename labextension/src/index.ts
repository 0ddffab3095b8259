/** The plugins of this extension. */
import { renderer } from './plugins/renderer';

export default [renderer];
