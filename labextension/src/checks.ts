/** Checks of values of unknown origin, put together to those of whole messages. */

/** What is wrong with a value and where, or null where it is as it should be. */
export type Check = (value: unknown, path: string) => string | null;
/** A check for each field of `T`: a field that is missing here does not compile. */
export type Fields<T> = { [Name in keyof T]: Check };

export function object<T>(fields: Fields<T>): Check {
  const entries = Object.entries<Check>(fields);
  return (value, path) => {
    if (!isRecord(value)) {
      return `${path} is ${named(value)}, not an object`;
    }
    return first(entries, ([name, check]) => check(value[name], `${path}.${name}`));
  };
}

export function list(check: Check): Check {
  return (value, path) =>
    Array.isArray(value)
      ? first(value, (item, index) => check(item, `${path}[${index.toString()}]`))
      : `${path} is ${named(value)}, not a list`;
}

export function tuple(check: Check, length: number): Check {
  const items = list(check);
  return (value, path) =>
    items(value, path) ??
    ((value as unknown[]).length === length ? null : `${path} has not ${length.toString()} items`);
}

/** Any names, values of one kind. */
export function record(check: Check): Check {
  return (value, path) =>
    isRecord(value)
      ? first(Object.entries(value), ([name, each]) => check(each, `${path}.${name}`))
      : `${path} is ${named(value)}, not an object`;
}

export function nullable(check: Check): Check {
  return (value, path) => (value === null ? null : check(value, path));
}

export function optional(check: Check): Check {
  return (value, path) => (value === undefined ? null : check(value, path));
}

export function either(one: Check, other: Check): Check {
  return (value, path) => one(value, path) && other(value, path);
}

export function exactly(...wanted: (string | number)[]): Check {
  return (value, path) =>
    wanted.some(each => each === value) ? null : `${path} is ${named(value)}`;
}

export function ofType(type: 'string' | 'boolean'): Check {
  return (value, path) => (typeof value === type ? null : `${path} is ${named(value)}`);
}

export function number(least: number, most: number): Check {
  return (value, path) =>
    typeof value === 'number' && Number.isFinite(value) && value >= least && value <= most
      ? null
      : `${path} is ${named(value)}`;
}

function first<T>(items: T[], check: (item: T, index: number) => string | null): string | null {
  for (const [index, item] of items.entries()) {
    const problem = check(item, index);
    if (problem !== null) {
      return problem;
    }
  }
  return null;
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A value in a sentence: short ones as they are, others by their kind. */
export function named(value: unknown): string {
  if (value === undefined) {
    return 'missing';
  }
  if (value !== null && typeof value === 'object') {
    return Array.isArray(value) ? 'a list' : 'an object';
  }
  const words = JSON.stringify(value);
  return words.length <= 40 ? words : `a ${typeof value}`;
}
