import type { JSX } from 'react';
import { readResult } from '../reading';
import { Note } from './Note';
import { Result } from './Result';

/** A message as it stands in a notebook: the result it holds, or why it cannot be shown. */
export function Output({ message }: { message: unknown }): JSX.Element {
  const result = readResult(message);
  return typeof result === 'string' ? (
    <Note>This result cannot be shown: {result}. Run the cell again to see it.</Note>
  ) : (
    <Result result={result} />
  );
}
