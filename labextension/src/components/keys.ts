/** Keys that belong to a control and not to the notebook around it. */
import type { KeyboardEvent } from 'react';

/**
 * Keep plain keys from the notebook, which else moves between cells or edits on arrows and Enter;
 * those with a modifier, such as the one that saves, go on to it.
 */
export function keepPlainKeys(event: KeyboardEvent): void {
  if (!event.ctrlKey && !event.metaKey && !event.altKey) {
    event.stopPropagation();
  }
}
