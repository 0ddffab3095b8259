import type { JSX } from 'react';
import type { ProgressReply } from '../protocol';

export interface ProgressProps {
  /** What goes on. */
  label: string;
  progress?: ProgressReply | null;
}

/** How far something is; a moving bar where nobody knows. */
export function Progress({ label, progress = null }: ProgressProps): JSX.Element {
  const { total = null, message = '' } = progress ?? {};
  const part = progress === null || total === null || total <= 0 ? null : progress.progress / total;
  return (
    <div className="mcpw-Progress">
      <progress
        aria-label={label}
        {...(part === null ? {} : { value: Math.min(Math.max(part, 0), 1), max: 1 })}
      />
      <span className="mcpw-Muted" role="status">
        {message === '' ? label : message}
      </span>
    </div>
  );
}
