/** The icon of the panel: a plug. */
import { LabIcon } from '@jupyterlab/ui-components';

const PLUG =
  'M8 2.5a1 1 0 0 1 1 1V8h6V3.5a1 1 0 1 1 2 0V8h1a1 1 0 0 1 1 1v2.5a6.5 6.5 0 0 1-6 6.48V21a1 1 0 1 1-2 0v-3.02A6.5 6.5 0 0 1 5 11.5V9a1 1 0 0 1 1-1h1V3.5a1 1 0 0 1 1-1z';

export const icon = new LabIcon({
  name: 'mcp-workbench:plug',
  svgstr: `<svg xmlns="http://www.w3.org/2000/svg" width="16" viewBox="0 0 24 24"><path class="jp-icon3 jp-icon-selectable" fill="#616161" d="${PLUG}"/></svg>`
});
