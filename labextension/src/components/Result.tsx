import type { JSX } from 'react';
import type { Block, ResultMessage } from '../protocol';
import { Failure } from './Failure';
import { Link } from './Link';
import { Note } from './Note';
import { Picture } from './Picture';
import { Resource } from './Resource';
import { Sound } from './Sound';
import { Text } from './Text';
import { Warnings } from './Warnings';
import { durationWords } from './words';

/** One tool result: its error, warnings, blocks in order, structured content, and where from. */
export function Result({ result }: { result: ResultMessage }): JSX.Element {
  const { server, tool, elapsed, error, warnings, blocks, structured } = result;
  const name = [server, tool].filter(part => part !== '').join('.');
  return (
    <section className="mcpw-Result" aria-label={`Result of ${name}`}>
      {error !== null && <Failure error={error} />}
      <Warnings warnings={warnings} />
      {blocks.map((block, index) => (
        <Content key={index} block={block} />
      ))}
      {structured !== null && (
        <details className="mcpw-Structured" open={blocks.length === 0 && error === null}>
          <summary>Structured content</summary>
          <Text
            text={structured.text}
            omitted={structured.omitted}
            attribute="structured"
            label="Structured content"
          />
        </details>
      )}
      {error === null && structured === null && blocks.length === 0 && (
        <p className="mcpw-Muted">The tool answered without content.</p>
      )}
      <footer className="mcpw-Muted">
        {name} · {durationWords(elapsed)}
      </footer>
    </section>
  );
}

function Content({ block }: { block: Block }): JSX.Element {
  switch (block.type) {
    case 'text':
      return block.folded === true ? (
        <details className="mcpw-Structured">
          <summary>Text that the boxes were read from</summary>
          <Text text={block.text} omitted={block.omitted} attribute="text" label="Text" />
        </details>
      ) : (
        <Text text={block.text} omitted={block.omitted} attribute="text" label="Text" />
      );
    case 'image':
      return <Picture image={block} />;
    case 'audio':
      return <Sound sound={block} />;
    case 'link':
      return <Link link={block} />;
    case 'resource':
      return <Resource resource={block} />;
    case 'note':
      return <Note source={block.source}>{block.text}</Note>;
  }
}
