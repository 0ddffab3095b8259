// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import type { JSX } from 'react';
import { afterEach, expect, test } from 'vitest';
import type { Block, ResultMessage, View } from '../protocol';
import { Output } from './Output';

afterEach(cleanup);

function result(fields: Partial<ResultMessage>): ResultMessage {
  return {
    version: 1,
    kind: 'result',
    server: 'demo',
    tool: 'echo',
    elapsed: 0.0184,
    error: null,
    warnings: [],
    blocks: [],
    structured: null,
    ...fields
  };
}

function live({ kind }: View): JSX.Element {
  return <p>live {kind}</p>;
}

function show(fields: Partial<ResultMessage>): HTMLElement {
  return render(<Output message={result(fields)} live={live} />).container;
}

test('a message that cannot be read is one calm line', () => {
  const { container } = render(<Output message={{ version: 3, blocks: 7 }} live={live} />);
  expect(container.textContent).toContain('another version of mcp-workbench (message version 3)');
  expect(container.textContent).toContain('Run the cell again');
  expect(container.children).toHaveLength(1);
});

test('an error tells its code, finer reason, words and what to do', () => {
  const error = {
    code: 'mcp_connection_failed',
    reason: 'http_500',
    text: 'demo: <b>500</b>\nagain',
    hint: '`%mcp servers` shows its log'
  };
  const container = show({ error });
  const box = screen.getByRole('group', { name: 'Error' });
  expect(box.textContent).toBe(
    'mcp_connection_failedhttp_500demo: <b>500</b>\nagainhint: `%mcp servers` shows its log'
  );
  expect(container.querySelector('b')).toBeNull();
});

test('blocks are shown in their order, after the warnings', () => {
  const blocks: Block[] = [
    { type: 'text', text: 'first', omitted: 0 },
    { type: 'note', source: 'content[1]', text: 'holds no image' },
    { type: 'text', text: 'last', omitted: 1200 }
  ];
  const container = show({ warnings: ['the server was slow'], blocks });
  expect(container.textContent).toBe(
    'the server was slowfirstcontent[1] holds no imagelastshortened, 1,200 characters more in .textdemo.echo · 18 ms'
  );
});

test('structured content is folded away beside blocks and open where it is all', () => {
  const structured = { type: 'text', text: '{"a": 1}', omitted: 3 } as const;
  show({ structured, blocks: [{ type: 'text', text: 'a is 1', omitted: 0 }] });
  expect(screen.getByText('Structured content').closest('details')?.open).toBe(false);
  cleanup();
  const container = show({ structured });
  expect(container.textContent).toContain('3 characters more in .structured');
  expect(screen.getByText('Structured content').closest('details')?.open).toBe(true);
});

test('text that is folded opens on demand', () => {
  show({ blocks: [{ type: 'text', text: '{"box": [1, 2]}', omitted: 7, folded: true }] });
  const details = screen.getByText('Text that the boxes were read from').closest('details');
  expect(details?.open).toBe(false);
  expect(details?.textContent).toContain('{"box": [1, 2]}');
  expect(details?.textContent).toContain('7 characters more in .text');
});

test('a result without content says so', () => {
  expect(show({}).textContent).toBe('The tool answered without content.demo.echo · 18 ms');
});

test('a sound has controls; what is no sound is told', () => {
  const sound = { type: 'audio', source: 'content[0]', mime: 'audio/wav', data: 'QUJD' } as const;
  show({ blocks: [sound, { ...sound, mime: 'text/html', source: 'content[1]' }] });
  const player = screen.getByLabelText<HTMLAudioElement>('Sound content[0]');
  expect(player.controls).toBe(true);
  expect(player.src).toBe('data:audio/wav;base64,QUJD');
  expect(screen.getByRole('note').textContent).toContain(
    'is no sound that can be played (text/html)'
  );
});

test.each([
  'javascript:alert(1)',
  'data:text/html,x',
  'file:///etc/passwd',
  'demo://cards/1',
  '//x'
])('a link to %s cannot be followed', uri => {
  const link = { type: 'link', uri, name: 'n', description: 'd', mime: 'text/plain' } as const;
  const container = show({ blocks: [link] });
  expect(container.querySelector('a')).toBeNull();
  expect(screen.getByText(uri)).toBeTruthy();
});

test('a link of the web opens elsewhere and is told nothing of this page', () => {
  const uri = 'https://example.org/a?b=1';
  show({ blocks: [{ type: 'link', uri, name: '', description: '', mime: '' }] });
  const link = screen.getByRole<HTMLAnchorElement>('link', { name: uri });
  expect([link.href, link.target, link.rel]).toEqual([uri, '_blank', 'noopener noreferrer']);
});

test('a resource is its text, or its size where it is binary', () => {
  const text = '<script>alert(1)</script>';
  const container = show({
    blocks: [
      { type: 'resource', uri: 'demo://a', mime: 'text/html', text, omitted: 5, size: 30 },
      { type: 'resource', uri: 'demo://b', mime: '', text: null, omitted: 0, size: 2048 }
    ]
  });
  expect(container.querySelector('script')).toBeNull();
  expect(screen.getByLabelText('Text of demo://a').textContent).toBe(text);
  expect(container.textContent).toContain('demo://a text/html · 30 bytes');
  expect(container.textContent).toContain('5 characters more in .resources');
  expect(container.textContent).toContain('demo://b 2.0 kB');
});
