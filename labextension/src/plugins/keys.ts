/** Who gets a key while the focus is in an output: our controls, or the notebook's shortcuts. */

/** Lumino looks for no shortcut in an element that has this attribute. */
const RESERVED = 'data-lm-suppress-shortcuts';

/**
 * Reserve keys for the elements that match `ours`: the notebook would else move between cells
 * on arrows and edit on Enter. Keys with a modifier, such as the one that saves, stay the notebook's;
 * but Enter is all ours in `forms`, since running the cell would begin a form anew.
 *
 * The window hears of a key before the document does, where Lumino listens.
 */
export function reserveKeys(window: Window, ours: string, forms: string): void {
  window.addEventListener(
    'keydown',
    event => {
      const { target, key, ctrlKey, metaKey, altKey } = event;
      if (target instanceof Element && target.closest(ours) !== null) {
        // on the target itself: Lumino's shortcuts match what has the focus first of all
        const isPlain = !ctrlKey && !metaKey && !altKey;
        const isEnter = key === 'Enter' && target.closest(forms) !== null;
        target.toggleAttribute(RESERVED, isPlain || isEnter);
        if (isEnter && isPlain && target instanceof HTMLTextAreaElement) {
          // JupyterLab, where it hears of it, lets no Enter break a line inside a cell
          event.stopPropagation();
        }
      }
    },
    { capture: true }
  );
}
