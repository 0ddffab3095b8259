import { useState } from 'react';
import type { JSX } from 'react';
import type { FormMessage } from '../protocol';
import { Hints } from './Hints';
import { Note } from './Note';
import { counted } from './words';

/** Of more tools than this one can search. */
const MANY = 6;
/** Of more tools without a form the others are counted. */
const MOST = 20;

export interface ToolListProps {
  server: string;
  tools: readonly FormMessage[];
  /** Tools whose forms are too large to be sent here. */
  omitted: readonly string[];
  onOpen: (tool: FormMessage) => void;
}

/** The tools of a server; each opens its tester. */
export function ToolList({ server, tools, omitted, onOpen }: ToolListProps): JSX.Element {
  const [wanted, setWanted] = useState('');
  const shown = tools.filter(tool => isLike(tool, wanted));
  return (
    <>
      {tools.length > MANY && (
        <input
          className="mcpw-Input"
          type="search"
          placeholder={`Search ${tools.length.toString()} tools`}
          aria-label={`Search the tools of ${server}`}
          value={wanted}
          onChange={event => {
            setWanted(event.target.value);
          }}
        />
      )}
      {shown.length === 0 && (tools.length > 0 || omitted.length === 0) && (
        <p className="mcpw-Muted" role="status">
          {tools.length === 0 ? 'This server offers no tools.' : `No tool is like “${wanted}”.`}
        </p>
      )}
      <ul className="mcpw-Tools" aria-label={`Tools of ${server}`}>
        {shown.map(tool => (
          <li key={tool.tool}>
            <button
              type="button"
              className="mcpw-Tool"
              onClick={() => {
                onOpen(tool);
              }}
            >
              <span className="mcpw-Tool-head">
                <code>{tool.label}</code>
                <Hints {...tool} />
              </span>
              {tool.description !== '' && (
                <span className="mcpw-Tool-description">{tool.description}</span>
              )}
            </button>
          </li>
        ))}
      </ul>
      {omitted.length > 0 && (
        <Note>
          {omitted.length === 1 ? 'The form of this tool is' : 'The forms of these tools are'} too
          large to be shown here; call {omitted.length === 1 ? 'it' : 'them'} in a cell:{' '}
          <code>{omitted.slice(0, MOST).join(', ')}</code>
          {omitted.length > MOST && ` and ${counted(omitted.length - MOST, 'other')}`}
        </Note>
      )}
    </>
  );
}

function isLike({ label, title, description }: FormMessage, wanted: string): boolean {
  const words = `${label} ${title} ${description}`.toLowerCase();
  return wanted
    .toLowerCase()
    .split(/\s+/)
    .every(word => words.includes(word));
}
