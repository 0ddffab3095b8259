// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { reservePlainKeys } from './keys';

test('plain keys are reserved where they are ours, keys with a modifier and others never', () => {
  document.body.innerHTML = '<p class="ours"><button></button></p><p class="theirs"></p>';
  reservePlainKeys(window, '.ours');
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
  expect(reserved).toEqual([true, false, true, false]);
});
