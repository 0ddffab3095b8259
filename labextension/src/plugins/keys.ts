/** Who gets a key while the focus is in an output: our controls, or the notebook's shortcuts. */

/** Lumino looks for no shortcut in an element that has this attribute. */
const RESERVED = 'data-lm-suppress-shortcuts';

/**
 * Reserve plain keys for the elements that match `ours`: the notebook would else move between cells
 * on arrows and edit on Enter. Keys with a modifier, such as the one that saves, stay the notebook's.
 *
 * The window hears of a key before the document does, where Lumino listens.
 */
export function reservePlainKeys(window: Window, ours: string): void {
  window.addEventListener(
    'keydown',
    event => {
      const { target, ctrlKey, metaKey, altKey } = event;
      if (target instanceof Element && target.closest(ours) !== null) {
        // on the target itself: Lumino's shortcuts match what has the focus first of all
        target.toggleAttribute(RESERVED, !ctrlKey && !metaKey && !altKey);
      }
    },
    { capture: true }
  );
}
