/** Checks of what a person is asked, in a notebook and over the panel's channel. */
import { exactly, list, number, object, ofType, record } from '../checks';
import type { AskedMessage, PartMessage, QuestionMessage } from '../protocol';
import { field } from './form';

const text = ofType('string');
const version = exactly(1);

export const question = object<QuestionMessage>({
  version,
  kind: exactly('question'),
  id: text,
  name: text,
  server: text,
  tool: text,
  description: text,
  arguments: text,
  omitted: number(0, Infinity),
  reason: text,
  state: exactly('open', 'once', 'session', 'denied', 'gone')
});

export const asked = object<AskedMessage>({
  version,
  kind: exactly('asked'),
  id: text,
  about: exactly('form', 'address', 'sampling', 'consent', 'secret'),
  title: text,
  text,
  parts: list(object<PartMessage>({ label: text, text, omitted: number(0, Infinity) })),
  fields: list(field),
  values: record(text),
  address: text,
  state: exactly('open', 'accepted', 'declined', 'cancelled', 'gone')
});
