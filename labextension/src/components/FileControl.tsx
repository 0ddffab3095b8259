import { useState } from 'react';
import type { DragEvent, ClipboardEvent, JSX } from 'react';
import { addressOf, bytesOf, LARGEST, readFile } from './files';
import { sizeWords } from './words';

export interface FileControlProps {
  id: string;
  /** What is shown of its name. */
  name: string;
  /** The file in base64; null where there is none. */
  value: string | null;
  isRequired: boolean;
  isWrong: boolean;
  describedBy: string;
  /** The name of the file where there is one. */
  onChange: (value: string | null, file?: string) => void;
}

/** A file to choose, drop or paste. What is a picture is shown. */
export function FileControl(props: FileControlProps): JSX.Element {
  const { id, name, value, isRequired, isWrong, describedBy, onChange } = props;
  const [problem, setProblem] = useState('');
  const address = value === null ? null : addressOf(value);

  const take = async (file: File | undefined): Promise<void> => {
    if (file === undefined) {
      return;
    }
    const isLarge = file.size > LARGEST;
    setProblem(
      isLarge ? `${file.name} has more than ${sizeWords(LARGEST)}: call it in a cell.` : ''
    );
    if (!isLarge) {
      await readFile(file).then(
        base64 => {
          onChange(base64, file.name);
        },
        (error: unknown) => {
          setProblem(String(error));
        }
      );
    }
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    event.stopPropagation();
    void take(event.dataTransfer.files[0]);
  };
  const paste = (event: ClipboardEvent): void => {
    const text = event.clipboardData.getData('text').trim();
    if (text === '') {
      void take(event.clipboardData.files[0]);
    } else {
      onChange(text);
    }
  };

  return (
    <div
      className="mcpw-File"
      onDragOver={event => {
        event.preventDefault();
      }}
      onDrop={drop}
      onPaste={paste}
    >
      {address !== null && <img src={address} alt={`Picture for ${name}`} />}
      <label className="mcpw-Button">
        {value === null ? 'Choose a file …' : 'Choose another …'}
        <input
          id={id}
          type="file"
          aria-label={name}
          aria-required={isRequired}
          aria-invalid={isWrong}
          aria-describedby={describedBy}
          onChange={event => {
            void take(event.target.files?.[0]);
            event.target.value = ''; // so that the same file can be chosen again
          }}
        />
      </label>
      <span className="mcpw-Muted" role="status">
        {problem || (value === null ? 'or drop or paste it here' : sizeWords(bytesOf(value)))}
      </span>
    </div>
  );
}
