import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { resetEmail } from '../modules/auth/reset-email';
import { createMailer } from './mailer';

const email = resetEmail({
  email: 'ada@foodhall.test',
  link: 'https://hall.example/password-reset/a-token?email=ada%40foodhall.test',
});

interface Received {
  /** MAIL and RCPT, as said. */
  envelope: string[];
  message: string;
}

/** A mail server as small as the protocol allows. `refusal`: its reply to every recipient. */
async function mailServer(refusal?: string) {
  const received: Received[] = [];
  const server = createServer((socket) => {
    let current: Received = { envelope: [], message: '' };
    let isData = false;
    let rest = '';
    const say = (line: string) => socket.write(`${line}\r\n`);
    const hear = (line: string) => {
      if (isData) {
        if (line !== '.') {
          current.message += `${line}\n`;
          return;
        }
        isData = false;
        received.push(current);
        current = { envelope: [], message: '' };
        say('250 Taken.');
      } else if (/^(EHLO|HELO)/.test(line)) say('250 mail.test');
      else if (line.startsWith('MAIL')) {
        current.envelope.push(line);
        say('250 Go on.');
      } else if (line.startsWith('RCPT')) {
        current.envelope.push(line);
        say(refusal ?? '250 Go on.');
      } else if (line === 'DATA') {
        isData = true;
        say('354 Speak.');
      } else if (line === 'QUIT') {
        say('221 Bye.');
        socket.end();
      } else say('250 Fine.');
    };
    say('220 mail.test');
    socket.on('data', (chunk) => {
      const lines = (rest + chunk.toString('utf8')).split('\r\n');
      rest = lines.pop() ?? '';
      for (const line of lines) hear(line);
    });
    socket.on('error', () => socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    received,
    url: `smtp://127.0.0.1:${port}`,
    close: () => new Promise<unknown>((resolve) => server.close(resolve)),
  };
}

const overSmtp = (url: string) =>
  createMailer({ smtp: { url, from: 'Foodhall <no-reply@hall.example>' }, dataDir: 'memory://' });

describe('with a mail server', () => {
  test('an email goes there in both forms, from the sender that was set', async () => {
    const server = await mailServer();
    await overSmtp(server.url).send(email);
    await server.close();
    expect(server.received).toHaveLength(1);
    const [{ envelope, message } = { envelope: [], message: '' }] = server.received;
    expect(envelope.join('\n')).toContain('MAIL FROM:<no-reply@hall.example>');
    expect(envelope.join('\n')).toContain('RCPT TO:<ada@foodhall.test>');
    expect(message).toContain('From: Foodhall <no-reply@hall.example>');
    expect(message).toContain('Subject: Reset your password');
    expect(message).toMatch(/multipart\/alternative/);
    expect(message).toMatch(/text\/plain[\s\S]*text\/html/);
    const words = message.replaceAll('=\n', '').replaceAll('=3D', '=');
    expect(words).toContain('\nhttps://hall.example/password-reset/a-token?email=ada%40foodhall.test');
  });

  test('a refused email is a failure that says why', async () => {
    const server = await mailServer('550 Nobody of that name.');
    await expect(overSmtp(server.url).send(email)).rejects.toThrow('Nobody of that name');
    await server.close();
  });
});

describe('without one', () => {
  test('an email is a file to read and one to look at, and the log names it', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'foodhall-mail-'));
    const log = jest.spyOn(console, 'info').mockImplementation(() => {});
    await createMailer({ smtp: null, dataDir }).send(email);
    const folder = join(dataDir, 'outbox');
    const [html = '', text = ''] = (await readdir(folder)).sort();
    expect(log).toHaveBeenCalledWith(expect.stringContaining(join(folder, text)));
    expect(await readFile(join(folder, text), 'utf8')).toBe(
      `To: ada@foodhall.test\nSubject: Reset your password\n\n${email.text}\n`,
    );
    expect(await readFile(join(folder, html), 'utf8')).toBe(email.html);
    log.mockRestore();
    await rm(dataDir, { recursive: true });
  });

  test('an email goes to the log where nothing is stored on disk', async () => {
    const log = jest.spyOn(console, 'info').mockImplementation(() => {});
    await createMailer({ smtp: null, dataDir: 'memory://' }).send(email);
    expect(log).toHaveBeenCalledWith(expect.stringContaining('/password-reset/a-token'));
    log.mockRestore();
  });
});

test('an address cannot write into the page of the email', () => {
  const { html } = resetEmail({ email: 'ada@foodhall.test', link: 'https://hall.example/"><script>' });
  expect(html).not.toContain('<script>');
});
