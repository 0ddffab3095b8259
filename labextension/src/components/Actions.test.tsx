// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import type { JSX } from 'react';
import { afterEach, expect, test } from 'vitest';
import { Actions } from './Actions';
import { Button } from './Button';

afterEach(cleanup);

/** Run gives way to Cancel, which is off while it cancels; then to Run, and at last to words. */
function Steps(): JSX.Element {
  const [step, setStep] = useState(0);
  const next = (): void => {
    setStep(step + 1);
  };
  return (
    <>
      <Actions>
        {step % 2 === 0 && step < 4 && <Button onClick={next}>Run</Button>}
        {step % 2 === 1 && (
          <p>
            <Button isDisabled={step === 3} onClick={next}>
              Cancel
            </Button>
          </p>
        )}
        {step === 4 && <p>done</p>}
      </Actions>
      <button type="button" onClick={next}>
        elsewhere
      </button>
    </>
  );
}

function press(name: string): void {
  const button = screen.getByText(name);
  button.focus();
  fireEvent.click(button);
}

test('the focus goes on from a button to the one in its place, or stays where they were', () => {
  render(<Steps />);
  expect(document.activeElement).toBe(document.body);
  press('Run');
  expect(document.activeElement).toBe(screen.getByText('Cancel'));
  press('Cancel');
  expect(document.activeElement).toBe(screen.getByText('Run'));
  press('Run');
  const place = document.querySelector('.mcpw-Actions');
  expect(document.activeElement).toBe(place);
  fireEvent.click(screen.getByText('elsewhere'));
  expect(document.activeElement).toBe(place);
});

test('a focus that is elsewhere is left there', () => {
  render(<Steps />);
  press('elsewhere');
  expect(document.activeElement).toBe(screen.getByText('elsewhere'));
});
