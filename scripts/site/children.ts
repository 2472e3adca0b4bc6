// Starts the processes of a command. Each ends with the command, however the command ends.

import { spawn } from 'node:child_process';
import path from 'node:path';
import { processEnv } from 'settings/environment';

/** The root of the repository. This file computes it, so that cli/ can start programs without loading the code of a build. */
const root = path.resolve(import.meta.dirname, '../..');

/** A program prints this when it is ready. */
export const READY = /listening on/;

/** The time that a process has to stop, in milliseconds. */
export const GRACE_MS = 12_000;
const TAIL_LENGTH = 4_000;

export interface Program {
  pid: number | undefined;
  /** Resolves with the exit code. */
  ended: Promise<number>;
  /** The end of the program's output. */
  tail: () => string;
  kill: () => void;
  /** Sends a message to the program over its IPC channel. */
  send: (message: object) => void;
  /** Stops the program, and resolves with its exit code. */
  stop: () => Promise<number>;
}

export interface ProgramOptions {
  env?: Readonly<Record<string, string | undefined>>;
  /** Called with each line that the program prints. */
  onLine?: (line: string) => void;
  /** Called with each message that the program sends. */
  onMessage?: (message: unknown) => void;
  args?: readonly string[];
  /** The time that the program has to stop, in milliseconds, before it is killed. */
  graceMs?: number;
}

/**
 * Starts a TypeScript program of this repository.
 * The child has an IPC channel: if this process is killed, the channel closes and the child stops itself
 * (stop-with-parent.cjs).
 * @param file its path from the root
 */
export function startProgram(
  file: string,
  { env = {}, onLine = () => {}, onMessage, args = [], graceMs = GRACE_MS }: ProgramOptions = {},
): Program {
  const child = spawn(
    process.execPath,
    ['--require', './scripts/site/stop-with-parent.cjs', '--import', 'tsx', file, ...args],
    { cwd: root, env: { ...processEnv, ...env }, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] },
  );
  let tail = '';
  let rest = '';
  const read = (chunk: string) => {
    tail = `${tail}${chunk}`.slice(-TAIL_LENGTH);
    const lines = `${rest}${chunk}`.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) onLine(line);
  };
  child.stdout?.setEncoding('utf8').on('data', read);
  child.stderr?.setEncoding('utf8').on('data', read);
  if (onMessage) child.on('message', onMessage);
  const ended = new Promise<number>((resolve) => {
    child.on('error', (error) => {
      read(`${error.message}\n`);
      resolve(1);
    });
    child.on('close', (code, signal) => resolve(code ?? (signal ? 1 : 0)));
  });
  return {
    pid: child.pid,
    ended,
    tail: () => tail.trim(),
    kill: () => void child.kill('SIGKILL'),
    send: (message) => void child.send(message),
    async stop() {
      child.kill('SIGTERM');
      const kill = setTimeout(() => child.kill('SIGKILL'), graceMs);
      const code = await ended;
      clearTimeout(kill);
      return code;
    },
  };
}

/** `seen` resolves once `onLine` was called with a line that matches. */
export function waitForLine(pattern: RegExp): { onLine: (line: string) => void; seen: Promise<true> } {
  let resolve: (isSeen: true) => void = () => {};
  const seen = new Promise<true>((done) => {
    resolve = done;
  });
  const onLine = (line: string) => {
    if (pattern.test(line)) resolve(true);
  };
  return { onLine, seen };
}

/**
 * Starts a program and waits until it listens.
 * @throws with the end of its output, if it ends before
 */
export async function startListening(file: string, options: ProgramOptions = {}): Promise<Program> {
  const { onLine, seen } = waitForLine(READY);
  const program = startProgram(file, {
    ...options,
    onLine: (line) => {
      onLine(line);
      options.onLine?.(line);
    },
  });
  if (!(await Promise.race([seen, program.ended.then(() => false)]))) throw new Error(program.tail());
  return program;
}

/**
 * Runs a program to its end.
 * @returns its lines of output
 * @throws with the last lines, if it failed
 */
export async function runToEnd(file: string, options: Omit<ProgramOptions, 'onLine'> = {}): Promise<string[]> {
  const lines: string[] = [];
  const program = startProgram(file, { ...options, onLine: (line) => lines.push(line) });
  if ((await program.ended) !== 0) throw new Error(program.tail());
  return lines;
}
