import type { JSX } from 'react';

/** What a server says of something of its own: text in paragraphs, its lines as they are. */
export function Description({ text }: { text: string }): JSX.Element | null {
  const paragraphs = text.split(/\n\s*\n/).filter(paragraph => paragraph.trim() !== '');
  return paragraphs.length === 0 ? null : (
    <div className="mcpw-Description">
      {paragraphs.map((paragraph, index) => (
        <p key={index}>{paragraph}</p>
      ))}
    </div>
  );
}
