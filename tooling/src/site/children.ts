// The processes that a script starts: each ends with the script, however that ends.
import { spawn } from 'node:child_process';
import { root } from '../build/apps';

const GRACE_MS = 12_000;
const TAIL_LENGTH = 4_000;

/**
 * @typedef {object} Program
 * @property {number} pid
 * @property {Promise<number>} ended its exit code
 * @property {() => string} tail the last of what it printed
 * @property {() => void} kill
 * @property {() => Promise<number>} stop
 */

/**
 * Starts a TypeScript program of this repository.
 * The child holds an IPC channel: when this process is killed outright, the channel closes and the child stops itself
 * (stop-with-parent.cjs).
 * @param {string} file path from the root
 * @param {{env?: Record<string, string | undefined>, onLine?: (line: string) => void, args?: string[]}} [options]
 * @returns {Program}
 */
export function startProgram(file, { env = {}, onLine = () => {}, args = [] } = {}) {
  const child = spawn(
    process.execPath,
    ['--require', './tooling/src/site/stop-with-parent.cjs', '--import', 'tsx', file, ...args],
    { cwd: root, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] },
  );
  let tail = '';
  let rest = '';
  const read = (chunk) => {
    tail = `${tail}${chunk}`.slice(-TAIL_LENGTH);
    const lines = `${rest}${chunk}`.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) onLine(line);
  };
  child.stdout.setEncoding('utf8').on('data', read);
  child.stderr.setEncoding('utf8').on('data', read);
  const ended = new Promise((resolve) => {
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
    async stop() {
      child.kill('SIGTERM');
      const kill = setTimeout(() => child.kill('SIGKILL'), GRACE_MS);
      const code = await ended;
      clearTimeout(kill);
      return code;
    },
  };
}

/** Waits until `line` was printed or the program ended. @returns {Promise<boolean>} whether it is ready */
export function waitForLine(pattern) {
  let resolve;
  const seen = new Promise((done) => {
    resolve = done;
  });
  return { onLine: (line) => pattern.test(line) && resolve(true), seen };
}
