import type { JSX } from 'react';
import { counted } from './words';

export interface TextProps {
  text: string;
  /** Characters that were left out. */
  omitted: number;
  /** The attribute of the result that has all of it. */
  attribute: string;
  label: string;
}

/** Text as it came, lines wrapped; long text scrolls, by keyboard as well. */
export function Text({ text, omitted, attribute, label }: TextProps): JSX.Element {
  return (
    <div className="mcpw-Text">
      <pre className="mcpw-Text-body" tabIndex={0} role="group" aria-label={label}>
        {text}
      </pre>
      {omitted > 0 && (
        <p className="mcpw-Muted">
          shortened, {counted(omitted, 'character')} more in <code>.{attribute}</code>
        </p>
      )}
    </div>
  );
}
