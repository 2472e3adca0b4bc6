/** A site on a static host, over HTTP. */
import { processEnv } from 'settings/environment';
import { addressOf, conditionCheck, headersOf, isReplaced } from './static-files';
import { PointerMoved, type Target, TargetFailed } from './target';

const PUT_TIMEOUT_MS = 60_000;

/**
 * A static host. It reads files with GET and writes them with PUT. The host must honour `If-None-Match: *` and `If-Match: <ETag>`.
 * @param base 'https://hall.example/'
 * @param options `token` is sent as a bearer token
 */
export function httpTarget(base: string, { token = processEnv.RELEASE_TOKEN }: { token?: string } = {}): Target {
  const urlOf = (name: string) => new URL(addressOf(name), base);
  const ask = (name: string, options: Omit<RequestInit, 'headers'> & { headers?: Record<string, string> } = {}) =>
    fetch(urlOf(name), {
      ...options,
      signal: AbortSignal.timeout(PUT_TIMEOUT_MS),
      headers: { ...(token && { authorization: `Bearer ${token}` }), ...options.headers },
    }).catch((error: Error & { cause?: { code?: string; message?: string } }) => {
      const reason = error.cause?.code ?? error.cause?.message ?? error.message;
      throw new TargetFailed(`${urlOf(name)} did not respond (${reason})`);
    });
  const refuse = ({ status }: Response, name: string): never => {
    const hint = status === 401 || status === 403 ? ' RELEASE_TOKEN must be its bearer token.' : '';
    throw new TargetFailed(`${urlOf(name)} responded with ${status}`, hint);
  };
  const put = (name: string, body: string | Buffer, condition: Record<string, string>) =>
    ask(name, {
      method: 'PUT',
      // The body is a Buffer. Its type would also allow shared memory, which no file is read into.
      body: body as BodyInit,
      headers: { ...condition, ...headersOf(name) },
    });
  const requireConditions = conditionCheck(base, async (name, condition) => (await put(name, '', condition)).ok);
  return {
    place: base,
    isStaticHost: true,
    async read(name) {
      const response = await ask(name, { cache: 'no-store' });
      if (response.status === 404) return null;
      if (!response.ok) refuse(response, name);
      const tag = response.headers.get('etag') ?? '';
      // A site sends no ETag with files that never change.
      if (!tag && isReplaced(name)) throw new Error(`${urlOf(name)} has no ETag: this host cannot compare and swap.`);
      const body = Buffer.from(await response.arrayBuffer());
      return { body, text: body.toString(), tag };
    },
    async writeIfAbsent(name, content) {
      const response = await put(name, content, { 'if-none-match': '*' });
      if (response.status === 412) return false;
      if (!response.ok) refuse(response, name);
      return true;
    },
    async swap(name, content, tag) {
      await requireConditions();
      const response = await put(name, content, tag === null ? { 'if-none-match': '*' } : { 'if-match': tag });
      if (response.status === 412) throw new PointerMoved();
      if (!response.ok) refuse(response, name);
    },
  };
}
