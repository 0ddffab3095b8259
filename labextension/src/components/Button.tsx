import type { JSX, ReactNode } from 'react';

export interface ButtonProps {
  children: ReactNode;
  onClick: () => void;
  /** The one that most people want next. */
  isMain?: boolean;
  isDisabled?: boolean;
  /** What it does, where its words do not say it alone. */
  label?: string;
  title?: string;
}

export function Button(props: ButtonProps): JSX.Element {
  const { children, onClick, isMain = false, isDisabled = false, label, title } = props;
  return (
    <button
      type="button"
      className={`mcpw-Button${isMain ? ' mcpw-Button-main' : ''}`}
      disabled={isDisabled}
      aria-label={label}
      title={title}
      onClick={onClick}
    >
      {children}
    </button>
  );
}
