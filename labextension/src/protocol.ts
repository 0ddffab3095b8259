/** A tool result as the kernel sends it; `mcp_workbench/messages/result.py` says the same, and why. */
export const RESULT_MIME = 'application/vnd.mcp-workbench.result+json';

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
