/** Draws a component anew when something it reads has changed. */
import type { ISignal } from '@lumino/signaling';
import { useEffect, useReducer } from 'react';

export function useChanges(signal: ISignal<unknown, unknown>): void {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    const slot = (): void => {
      redraw();
    };
    signal.connect(slot);
    redraw(); // what changed before it was connected
    return () => {
      signal.disconnect(slot);
    };
  }, [signal]);
}
