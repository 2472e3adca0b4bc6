/** The ports that servers of this machine listen on, and the error of one that cannot start. */
import { createServer } from 'node:net';
import { processEnv } from 'settings/environment';

/** An error with one sentence that explains why the site does not start. */
export class StartError extends Error {}

/** @throws {StartError} if another process listens there, or the port is not usable */
export async function requireFreePort(port: number, setting: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const probe = createServer();
    probe.once('error', ({ code }: NodeJS.ErrnoException) =>
      reject(
        code === 'EADDRINUSE'
          ? new StartError(
              `Port ${port} is in use by another process; stop that one, or set ${setting} to another number.`,
            )
          : new StartError(`Port ${port} cannot be used (${code}); set ${setting} to another number.`),
      ),
    );
    probe.listen(port, '::', () => probe.close(() => resolve()));
  });
}

/** @throws {StartError} if the value is not the number of a port */
export function readPort(setting: 'PORT' | 'PAY_SANDBOX_PORT' | 'OVERRIDE_PORT', fallback: number): number {
  const found = processEnv[setting]?.trim();
  if (!found) return fallback;
  if (!/^\d+$/.test(found) || Number(found) < 1 || Number(found) > 65_535) {
    throw new StartError(`${setting} is '${found}'; it must be a whole number from 1 to 65535.`);
  }
  return Number(found);
}
