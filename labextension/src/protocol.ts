/** What the kernel and the front end tell each other; `mcp_workbench/messages/` says the same, and why. */
export const RESULT_MIME = 'application/vnd.mcp-workbench.result+json';
export const TARGET = 'mcp_workbench';
export const HELLO = 'mcp_workbench.hello';

export interface DetectionMessage {
  kind: string;
  label: string;
  class_index: number;
  score: number | null;
  box: [number, number, number, number] | null;
  polygons: [number, number][][];
  track_id: string | number | null;
  warnings: string[];
}

export interface CodeMessage {
  code: string;
  text: string;
}

export interface RowsMessage {
  code: string;
  text: string;
  count: number;
  rows: number[];
}

export interface DetectionsMessage {
  best: DetectionMessage[];
  total: number;
  unplaced: number;
  masks: number;
  keypoints: number;
  omitted_outlines: number;
  omitted_points: number;
  warnings: RowsMessage[];
}

export interface CandidateMessage {
  convention: string;
  words: string;
  detections: DetectionsMessage;
}

export interface RecognitionMessage {
  outcome: string;
  error: CodeMessage | null;
  reader: string | null;
  convention: string | null;
  words: string;
  certainty: string | null;
  detections: DetectionsMessage;
  candidates: CandidateMessage[];
  rejected: RowsMessage[];
  warnings: CodeMessage[];
}

export interface PictureMessage {
  mime: string;
  data: string;
  width: number;
  height: number;
}

export interface TextBlock {
  type: 'text';
  text: string;
  omitted: number;
  folded?: boolean;
}

export interface ImageBlock {
  type: 'image';
  source: string;
  picture: PictureMessage;
  recognition: RecognitionMessage | null;
}

export interface AudioBlock {
  type: 'audio';
  source: string;
  mime: string;
  data: string;
}

export interface LinkBlock {
  type: 'link';
  uri: string;
  name: string;
  description: string;
  mime: string;
}

export interface ResourceBlock {
  type: 'resource';
  uri: string;
  mime: string;
  text: string | null;
  omitted: number;
  size: number;
}

export interface NoteBlock {
  type: 'note';
  source: string;
  text: string;
}

export type Block = TextBlock | ImageBlock | AudioBlock | LinkBlock | ResourceBlock | NoteBlock;

export interface ErrorMessage {
  code: string;
  reason: string;
  text: string;
  hint: string;
}

export interface ResultMessage {
  version: 1;
  kind: 'result';
  server: string;
  tool: string;
  elapsed: number;
  error: ErrorMessage | null;
  warnings: string[];
  blocks: Block[];
  structured: TextBlock | null;
}

export interface ChoiceMessage {
  value: string;
  label: string;
}

export interface FieldMessage {
  name: string;
  label: string;
  kind: 'text' | 'integer' | 'number' | 'boolean' | 'choice' | 'choices' | 'json';
  required: boolean;
  description: string;
  default: string | null;
  choices: ChoiceMessage[];
  rule: string;
  base64: boolean;
}

export interface FormMessage {
  server: string;
  tool: string;
  label: string;
  title: string;
  description: string;
  read_only: boolean;
  destructive: boolean;
  fields: FieldMessage[];
}

export interface TesterMessage {
  version: 1;
  kind: 'tester';
  form: FormMessage;
  values: Record<string, string>;
}

export interface ModelTextMessage {
  version: 1;
  kind: 'model-text';
  text: string;
  omitted: number;
  thought: boolean;
  state: 'streaming' | 'done' | 'stopped';
}

export interface AgentCallMessage {
  version: 1;
  kind: 'agent-call';
  name: string;
  server: string;
  tool: string;
  arguments: string;
  state: 'running' | 'done' | 'failed' | 'stopped';
  elapsed: number;
  result: ResultMessage | null;
  text: string;
  error: ErrorMessage | null;
}

export interface AgentRunMessage {
  version: 1;
  kind: 'agent-run';
  model: string;
  scripted: boolean;
  stop_reason: string;
  rounds: number;
  calls: number;
  input_tokens: number;
  output_tokens: number;
  elapsed: number;
  error: ErrorMessage | null;
  warnings: string[];
}

export interface QuestionMessage {
  version: 1;
  kind: 'question';
  id: string;
  name: string;
  server: string;
  tool: string;
  description: string;
  arguments: string;
  omitted: number;
  reason: string;
  state: 'open' | 'once' | 'session' | 'denied' | 'gone';
}

export interface PartMessage {
  label: string;
  text: string;
  omitted: number;
}

export interface AskedMessage {
  version: 1;
  kind: 'asked';
  id: string;
  about: 'form' | 'address' | 'sampling' | 'consent' | 'secret';
  title: string;
  text: string;
  parts: PartMessage[];
  fields: FieldMessage[];
  values: Record<string, string>;
  address: string;
  state: 'open' | 'accepted' | 'declined' | 'cancelled' | 'gone';
}

export interface OpeningMessage {
  version: 1;
  channel: 'rpc' | 'events';
  notebook?: string;
}

export interface ServerMessage {
  name: string;
  transport: string;
  address: string;
  origin: string;
  status: 'registered' | 'connecting' | 'connected' | 'needs_auth' | 'failed' | 'closed';
  disabled: boolean;
  protocol_version: string;
  tools: number | null;
  listed: number;
  error: ErrorMessage | null;
  warnings: string[];
}

export interface StateMessage {
  version: 1;
  type: 'state';
  package: string;
  revision: number;
  servers: ServerMessage[];
}

export interface ServerRequest {
  id: string;
  method: 'warm' | 'close' | 'tools';
  server: string;
}

export interface CallRequest {
  id: string;
  method: 'call' | 'line';
  server: string;
  tool: string;
  values: Record<string, string>;
}

export interface CancelRequest {
  id: string;
  method: 'cancel';
  request: string;
}

export interface AnswerRequest {
  id: string;
  method: 'answer';
  question: string;
  decision: 'once' | 'session' | 'denied' | 'accept' | 'decline' | 'cancel';
  content: Record<string, string>;
}

export interface MovedRequest {
  id: string;
  method: 'moved';
  notebook: string;
}

export interface DoneReply {
  id: string;
  type: 'done';
}

export interface ToolsReply {
  id: string;
  type: 'tools';
  tools: FormMessage[];
  omitted: string[];
}

export interface ResultReply {
  id: string;
  type: 'result';
  result: ResultMessage;
}

export interface LineReply {
  id: string;
  type: 'line';
  line: string;
}

export interface FailedReply {
  id: string;
  type: 'failed';
  error: ErrorMessage;
  field: string | null;
}

export interface ProgressReply {
  id: string;
  type: 'progress';
  progress: number;
  total: number | null;
  message: string;
}

export interface QuestionReply {
  id: string;
  type: 'question';
  question: AskedMessage;
}

/** What the MIME renderer shows. */
export type View =
  | ResultMessage
  | TesterMessage
  | QuestionMessage
  | AskedMessage
  | ModelTextMessage
  | AgentCallMessage
  | AgentRunMessage;

export type Request = ServerRequest | CallRequest | CancelRequest | AnswerRequest | MovedRequest;

export type Reply =
  DoneReply | ToolsReply | ResultReply | LineReply | FailedReply | ProgressReply | QuestionReply;
