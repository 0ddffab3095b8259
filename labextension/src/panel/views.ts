/** All that is drawn: one bundle, loaded when something is to be seen for the first time. */
export { Output } from '../components/Output';
export { AtRest, Live, Trials } from './Live';
export { Panel } from './Panel';
