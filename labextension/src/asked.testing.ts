/** A form that a server asks for, for tests: as little as there can be of one. */

import type { AskedMessage } from './protocol';

export const UNANSWERED: AskedMessage = {
  version: 1,
  kind: 'asked',
  id: 'q1',
  about: 'form',
  title: '',
  text: '',
  parts: [],
  fields: [],
  values: {},
  address: '',
  state: 'open'
};
