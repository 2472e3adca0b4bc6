import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface Ended {
  signal: string | null;
  output: string;
}

function run(directory: string, mode: 'die' | 'send'): Promise<Ended> {
  const script = require.resolve('./crash.testing');
  return new Promise((resolve) => {
    execFile(process.execPath, ['--import', 'tsx', script, directory, mode], (error, stdout, stderr) => {
      resolve({ signal: error?.signal ?? null, output: (stdout + (error && !error.signal ? stderr : '')).trim() });
    });
  });
}

test('the next process sends the events of a process that was killed between the commit and the send', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'foodhall-crash-'));
  try {
    expect(await run(directory, 'die')).toEqual({ signal: 'SIGKILL', output: '' });
    expect(await run(directory, 'send')).toEqual({ signal: null, output: '{"message":"survives"}' });
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}, 180_000);
