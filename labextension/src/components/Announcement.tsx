import { useEffect, useState } from 'react';
import type { JSX } from 'react';

/** Tells a screen reader of what has appeared: only what changes after it is there is read out. */
export function Announcement({ text }: { text: string }): JSX.Element {
  const [said, setSaid] = useState('');
  useEffect(() => {
    setSaid(text);
  }, [text]);
  return (
    <span className="mcpw-Announcement" role="status">
      {said}
    </span>
  );
}
