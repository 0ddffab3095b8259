// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { reserveKeys } from './keys';

test('plain keys are reserved where they are ours, those with a modifier only for Enter in forms, a line break is heard of by nobody else', () => {
  document.body.innerHTML =
    '<div class="ours"><button></button><form><input><textarea></textarea></form></div><p class="theirs"></p>';
  reserveKeys(window, '.ours', 'form');
  const reserved: boolean[] = [];
  document.addEventListener(
    'keydown',
    ({ target }) => {
      reserved.push(target instanceof Element && target.hasAttribute('data-lm-suppress-shortcuts'));
    },
    { capture: true }
  );
  const press = (selector: string, key: KeyboardEventInit): void => {
    const event = new KeyboardEvent('keydown', { bubbles: true, ...key });
    document.querySelector(selector)?.dispatchEvent(event);
  };
  press('button', { key: 'ArrowDown' });
  press('button', { key: 's', ctrlKey: true });
  press('button', { key: 'Enter' });
  press('.theirs', { key: 'ArrowDown' });
  press('button', { key: 'Enter', ctrlKey: true });
  press('input', { key: 'Enter', ctrlKey: true });
  press('input', { key: 's', ctrlKey: true });
  expect(reserved).toEqual([true, false, true, false, false, true, false]);
  press('textarea', { key: 'Enter' });
  expect(reserved).toHaveLength(7);
  press('textarea', { key: 'Enter', ctrlKey: true });
  expect(reserved[7]).toBe(true);
});
