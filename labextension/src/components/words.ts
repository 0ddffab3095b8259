/** Numbers, times and labels in words. */
import type { DetectionMessage } from '../protocol';

/** Seconds as a person reads them: 18 ms, 2.4 s, 3 min 5 s. */
export function durationWords(seconds: number): string {
  if (seconds < 0.9995) {
    return `${(seconds * 1000).toFixed(0)} ms`;
  }
  if (seconds < 59.95) {
    return `${seconds.toFixed(1)} s`;
  }
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60).toString()} min ${(whole % 60).toString()} s`;
}

/** Bytes as a person reads them: 512 bytes, 12.3 kB, 4.0 MB. */
export function sizeWords(bytes: number): string {
  if (bytes < 1000) {
    return counted(bytes, 'byte');
  }
  return bytes < 999_950 ? `${(bytes / 1e3).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

/** `3 boxes`, `1 box`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}

/** Label and score of a detection: "cat 0.93". */
export function labelWords({ label, score }: DetectionMessage): string {
  return [label, score === null ? '' : score.toFixed(2)].filter(part => part !== '').join(' ');
}

/** A coordinate with as many digits as it needs, one after the point at most. */
export function coordinateWords(value: number): string {
  return Number(value.toFixed(1)).toString();
}

/** Where a tool of an agent comes from: "demo.add", or a function; empty where it does not exist. */
export function originWords({ server, tool }: { server: string; tool: string }): string {
  if (tool === '') {
    return '';
  }
  return server === '' ? `function ${tool} of this notebook` : `${server}.${tool}`;
}

/** The first line of a text that is not blank, shortened to `most` characters. */
export function beginningOf(text: string, most: number): string {
  const line = text.trimStart().split('\n', 1)[0]?.trimEnd() ?? '';
  const characters = Array.from(line.slice(0, 2 * most + 2));
  return characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : line;
}
