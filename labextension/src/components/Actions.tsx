import { useLayoutEffect, useRef } from 'react';
import type { JSX, ReactNode } from 'react';

/** Buttons that may give way to others: the focus goes on to those, and is not lost with them. */
export function Actions({ children }: { children: ReactNode }): JSX.Element {
  const place = useRef<HTMLDivElement>(null);
  const hadFocus = place.current?.contains(document.activeElement) ?? false;
  useLayoutEffect(() => {
    const now = place.current;
    const focused = document.activeElement;
    const isKept = focused !== now && now?.contains(focused) && focused?.matches(':enabled');
    if (hadFocus && !isKept) {
      (now?.querySelector<HTMLElement>('button:enabled') ?? now)?.focus({ preventScroll: true });
    }
  });
  return (
    <div ref={place} className="mcpw-Actions" tabIndex={-1}>
      {children}
    </div>
  );
}
