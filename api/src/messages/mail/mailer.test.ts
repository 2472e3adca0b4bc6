import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { resetEmail } from '../../people/auth/reset-email';
import { mailServer } from '../../testing/mail-server';
import { createMailer } from './mailer';

const email = resetEmail({
  email: 'ada@foodhall.test',
  link: 'https://hall.example/password-reset/a-token?email=ada%40foodhall.test',
});

const overSmtp = (url: string) =>
  createMailer({ smtp: { url, from: 'Foodhall <no-reply@hall.example>' }, dataDir: 'memory://' });

describe('with a mail server', () => {
  test('an email is sent in both forms, from the configured sender', async () => {
    const server = await mailServer();
    await overSmtp(server.url).send(email);
    await server.close();
    expect(server.received).toHaveLength(1);
    const [{ envelope, message } = { envelope: [], message: '' }] = server.received;
    expect(envelope.join('\n')).toContain('MAIL FROM:<no-reply@hall.example>');
    expect(envelope.join('\n')).toContain('RCPT TO:<ada@foodhall.test>');
    expect(message).toContain('From: Foodhall <no-reply@hall.example>');
    expect(message).toContain('Subject: Reset your password');
    expect(message).toContain('Auto-Submitted: auto-generated');
    expect(message).toMatch(/multipart\/alternative/);
    expect(message).toMatch(/text\/plain[\s\S]*text\/html/);
    const words = message.replaceAll('=\n', '').replaceAll('=3D', '=');
    expect(words).toContain('\nhttps://hall.example/password-reset/a-token?email=ada%40foodhall.test');
  });

  test('an address in another script is sent to a server that supports it', async () => {
    const to = 'почта&m/s!@xn--e1afmkfd.xn--p1ai';
    const server = await mailServer({ extension: 'SMTPUTF8' });
    await overSmtp(server.url).send({ ...email, to });
    await server.close();
    expect(server.received[0]?.envelope.join('\n')).toMatch(
      /^MAIL .* SMTPUTF8\nRCPT .*<почта&m\/s!@(xn--e1afmkfd\.xn--p1ai|пример\.рф)>/,
    );
  });

  test('a refused email fails with the server’s reason', async () => {
    const server = await mailServer({ refusal: '550 Nobody of that name.' });
    await expect(overSmtp(server.url).send(email)).rejects.toThrow('Nobody of that name');
    await server.close();
  });
});

describe('without a mail server', () => {
  test('an email becomes a text file and an HTML file, and the log names it', async () => {
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

  test('an email is written to the log if nothing is stored on disk', async () => {
    const log = jest.spyOn(console, 'info').mockImplementation(() => {});
    await createMailer({ smtp: null, dataDir: 'memory://' }).send(email);
    expect(log).toHaveBeenCalledWith(expect.stringContaining('/password-reset/a-token'));
    log.mockRestore();
  });
});

test('an address cannot inject markup into the page of the email', () => {
  const { html } = resetEmail({ email: 'ada@foodhall.test', link: 'https://hall.example/"><script>' });
  expect(html).not.toContain('<script>');
});
