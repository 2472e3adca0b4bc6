import { spawnSync } from 'node:child_process';
import { createServer } from 'node:net';
import path from 'node:path';
import { root } from 'releases/build/apps';

test('beside a running npm start, development says how to use its API', async () => {
  const running = createServer();
  const port = await new Promise<number>((resolve) => {
    running.listen(0, '::', () => resolve((running.address() as { port: number }).port));
  });
  try {
    const command = path.join(root, 'scripts/commands/dev.ts');
    const { status, stderr } = spawnSync(process.execPath, ['--import', 'tsx', command, 'catalog'], {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, NODE_OPTIONS: '', API_URL: '', PORT: String(port) },
    });
    expect(stderr).toBe(
      `Port ${port} is in use by another process; stop that one, or set PORT to another number.\n` +
        'If that is npm start, its API can be used here as well: PORT=8090 API_URL=http://localhost:8080 npm run dev catalog\n',
    );
    expect(status).toBe(1);
  } finally {
    running.close();
  }
}, 30_000);
