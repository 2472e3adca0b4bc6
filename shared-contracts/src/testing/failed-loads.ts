/** The lines that the query client writes to the console, for tests to read. */
const LINE = /^Failed to load (\/.*)$/;

let paths: string[] = [];

/** @returns whether the line is the query client's */
export function noteFailedLoad(line: unknown): boolean {
  const [, path] = LINE.exec(String(line)) ?? [];
  if (path === undefined) return false;
  paths.push(path);
  return true;
}

export function forgetFailedLoads(): void {
  paths = [];
}

/** The paths whose load failed in this test, oldest first, one for each line in the console. */
export function failedLoads(): readonly string[] {
  return paths;
}
