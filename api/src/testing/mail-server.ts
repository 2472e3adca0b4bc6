/** A mail server with the minimum of the protocol. It accepts every email. */
import { type AddressInfo, createServer } from 'node:net';

interface Received {
  /** The MAIL and RCPT commands in their received form. */
  envelope: string[];
  message: string;
}

/**
 * Starts the server.
 * @param refusal its reply to every recipient
 * @param port any free port by default
 * @param extension one that it offers, such as SMTPUTF8
 */
export async function mailServer({
  refusal,
  port = 0,
  extension,
}: {
  refusal?: string;
  port?: number;
  extension?: string;
} = {}) {
  const received: Received[] = [];
  const server = createServer((socket) => {
    let current: Received = { envelope: [], message: '' };
    let isData = false;
    let rest = '';
    const say = (line: string) => socket.write(`${line}\r\n`);
    const onLine = (line: string) => {
      if (isData) {
        if (line !== '.') {
          current.message += `${line}\n`;
          return;
        }
        isData = false;
        received.push(current);
        current = { envelope: [], message: '' };
        say('250 Taken.');
      } else if (/^(EHLO|HELO)/.test(line)) say(extension ? `250-mail.test\r\n250 ${extension}` : '250 mail.test');
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
      for (const line of lines) onLine(line);
    });
    socket.on('error', () => socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const address = server.address() as AddressInfo;
  return {
    received,
    url: `smtp://127.0.0.1:${address.port}`,
    close: () => new Promise<unknown>((resolve) => server.close(resolve)),
  };
}
