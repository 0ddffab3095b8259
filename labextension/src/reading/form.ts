/** Checks of a tool's form, wherever it stands. */
import { exactly, list, nullable, object, ofType } from '../checks';
import type { ChoiceMessage, FieldMessage, FormMessage } from '../protocol';

const text = ofType('string');
const truth = ofType('boolean');

export const field = object<FieldMessage>({
  name: text,
  label: text,
  kind: exactly('text', 'integer', 'number', 'boolean', 'choice', 'choices', 'json'),
  required: truth,
  description: text,
  default: nullable(text),
  choices: list(object<ChoiceMessage>({ value: text, label: text })),
  rule: text,
  base64: truth
});

export const form = object<FormMessage>({
  server: text,
  tool: text,
  label: text,
  title: text,
  description: text,
  read_only: truth,
  destructive: truth,
  fields: list(field)
});
