import { expect, test, vi } from 'vitest';
import { UNANSWERED } from '../asked.testing';
import type { Answer, Options, Question } from '../channel/requests';
import type { AskedMessage, FieldMessage, FormMessage, ProgressReply } from '../protocol';
import { Trial } from './trial';

function field(name: string): FieldMessage {
  return {
    name,
    label: name,
    kind: 'text',
    required: false,
    description: '',
    default: null,
    choices: [],
    rule: '',
    base64: false
  };
}

const FORM: FormMessage = {
  server: 'demo',
  tool: 'echo',
  label: 'echo',
  title: '',
  description: '',
  read_only: true,
  destructive: false,
  fields: [field('text'), field('times')]
};

/** A kernel at the other end of the line, which answers when it is told to. */
class Line {
  asked: Question[] = [];
  options: Options = {};
  private _answer: (answer: Answer) => void = () => undefined;

  readonly ask = (question: Question, options: Options = {}): Promise<Answer> => {
    this.asked.push(question);
    this.options = options;
    return new Promise(resolve => {
      this._answer = resolve;
    });
  };

  answer(answer: Answer): void {
    this._answer(answer);
  }
}

function failed(field: string | null): Answer {
  const error = { code: 'mcp_arguments_invalid', reason: '', text: 'too long', hint: '' };
  return { id: '', type: 'failed', error, field };
}

test('only what is filled is sent, in the order of the fields', () => {
  const [trial, line] = [new Trial(FORM, { times: '3', hidden: 'x' }), new Line()];
  trial.fill('text', 'a');
  void trial.run(line.ask);
  expect(JSON.stringify(line.asked[0])).toBe(
    '{"method":"call","server":"demo","tool":"echo","values":{"text":"a","times":"3"}}'
  );
});

test('a field that is left out again is not sent', () => {
  const [trial, line] = [new Trial(FORM, { text: 'a' }), new Line()];
  trial.fill('text', null);
  void trial.run(line.ask);
  expect(line.asked[0]).toMatchObject({ values: {} });
});

test('a run shows progress and then what came of it', async () => {
  const [trial, line] = [new Trial(FORM), new Line()];
  let changes = 0;
  trial.changed.connect(() => changes++);
  const run = trial.run(line.ask);
  const again = trial.run(line.ask);
  const progress: ProgressReply = {
    id: '',
    type: 'progress',
    progress: 1,
    total: 2,
    message: 'half'
  };
  line.options.onProgress?.(progress);
  expect(trial.attempt).toMatchObject({ state: 'running', progress });
  line.answer(failed('text'));
  await Promise.all([run, again]);
  expect(line.asked).toHaveLength(1);
  expect(trial.attempt).toMatchObject({ state: 'idle', progress: null, field: 'text' });
  expect(changes).toBe(3);
  trial.fill('times', '2');
  expect(trial.attempt.error).not.toBeNull();
  trial.fill('text', 'b');
  expect(trial.attempt).toMatchObject({ error: null, field: null });
});

test('a cancel goes through the signal of the request, once', () => {
  const [trial, line] = [new Trial(FORM), new Line()];
  trial.cancel();
  void trial.run(line.ask);
  expect(line.options.signal?.aborted).toBe(false);
  trial.cancel();
  expect(line.options.signal?.aborted).toBe(true);
  expect(trial.attempt.state).toBe('cancelling');
});

test('the line of the call is given, or why there is none', async () => {
  const [trial, line] = [new Trial(FORM), new Line()];
  const first = trial.line(line.ask);
  line.answer({ id: '', type: 'line', line: '%mcp call demo.echo' });
  expect(await first).toBe('%mcp call demo.echo');
  const second = trial.line(line.ask);
  line.answer(failed(null));
  expect(await second).toBeNull();
  expect(trial.attempt.error?.text).toBe('too long');
});

test('a line names a long file instead of holding it; the call sends what is in it', () => {
  const picture = { ...field('image'), base64: true };
  const data = 'a'.repeat(2001);
  const form = { ...FORM, fields: [picture, field('text')] };
  const [trial, line] = [new Trial(form, { image: data, text: data }), new Line()];
  void trial.line(line.ask);
  trial.fill('image', data, 'my cat.png');
  void trial.line(line.ask);
  trial.fill('image', 'YQ==', 'a.txt');
  void trial.line(line.ask);
  trial.fill('image', data, 'my cat.png');
  void trial.run(line.ask);
  const sent = line.asked.map(asked => ('values' in asked ? asked.values.image : undefined));
  expect(sent).toEqual(['@@image', '@@my cat.png', 'YQ==', data]);
  expect(line.asked[0]).toMatchObject({ values: { text: data } });
});

test('a line that cannot be written does not end a call that began meanwhile', async () => {
  const [trial, ofLine, ofCall] = [new Trial(FORM), new Line(), new Line()];
  const line = trial.line(ofLine.ask);
  void trial.run(ofCall.ask);
  ofLine.answer(failed('text'));
  expect(await line).toBeNull();
  expect([trial.attempt.state, trial.attempt.error]).toEqual(['running', null]);
});

const QUESTION: AskedMessage = { ...UNANSWERED, text: 'Who are you?' };

test('what the server asks during the call is there until it is answered', async () => {
  const [line, trial] = [new Line(), new Trial(FORM)];
  const running = trial.run(line.ask);
  line.options.onQuestion?.(QUESTION);
  line.options.onQuestion?.({ ...QUESTION, id: 'q2' });
  expect(trial.attempt.drafts.map(draft => draft.asked.id)).toEqual(['q1', 'q2']);
  line.options.onQuestion?.({ ...QUESTION, state: 'declined' });
  expect(trial.attempt.drafts.map(draft => draft.asked.id)).toEqual(['q2']);
  line.answer({ id: '1', type: 'done' });
  await running;
  expect(trial.attempt.drafts).toEqual([]);
});

test('a form that a notebook brought along is sent only where the server has the same', async () => {
  const { fields, ...rest } = FORM; // in another order, as a notebook is saved
  const [trial, line] = [
    new Trial({ fields, ...rest }, { text: 'a' }, { isSaved: true }),
    new Line()
  ];
  const tools = (...tools: FormMessage[]): void => {
    line.answer({ id: '', type: 'tools', tools, omitted: [] });
  };
  const first = trial.run(line.ask);
  tools({ ...FORM, fields: [{ ...field('text'), label: 'sent to everybody' }] });
  await first;
  expect(trial.attempt).toMatchObject({ state: 'idle', error: { code: 'form_outdated' } });
  const second = trial.run(line.ask);
  tools(FORM);
  await vi.waitFor(() => {
    expect(line.asked.map(({ method }) => method)).toEqual(['tools', 'tools', 'call']);
  });
  line.answer(failed(null));
  await second;
  void trial.run(line.ask);
  expect(line.asked.at(-1)?.method).toBe('call');
});
