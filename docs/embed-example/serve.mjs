// node docs/embed-example/serve.mjs: the example page, as a site of its own. PORT (3000) is where it is served, FOODHALL
// (http://localhost:8080) the Foodhall whose remote it shows; that one needs CORS_ORIGINS=http://localhost:3000.
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** @type {Record<string, [file: string, type: string]>} */
const FILES = {
  '/': ['index.html', 'text/html; charset=utf-8'],
  '/page.css': ['page.css', 'text/css; charset=utf-8'],
  '/page.js': ['page.js', 'text/javascript; charset=utf-8'],
};

/**
 * All that a page with a remote has to allow, and nothing more.
 * @param {string} foodhall the origin of the Foodhall
 */
function policyFor(foodhall) {
  return [
    "default-src 'none'",
    `script-src 'self' ${foodhall}`,
    `style-src 'self' ${foodhall}`,
    `font-src ${foodhall}`,
    `img-src ${foodhall} data:`,
    // The API, and the socket by which changes arrive.
    `connect-src ${foodhall} ${foodhall.replace(/^http/, 'ws')}`,
    // The spreadsheet of Export Orders is written by a worker whose script was checked and started from a blob.
    'worker-src blob:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/**
 * @param {{port: number, foodhall: string}} options `foodhall`: the origin of the Foodhall
 * @returns {Promise<{url: string, stop: () => void}>}
 */
export async function serveExample({ port, foodhall }) {
  const server = createServer(async (request, response) => {
    const found = FILES[new URL(request.url ?? '/', 'http://page').pathname];
    if (!found) return response.writeHead(404).end();
    const [file, type] = found;
    const content = await readFile(path.join(import.meta.dirname, file), 'utf8');
    response.writeHead(200, { 'content-type': type, 'content-security-policy': policyFor(foodhall) });
    response.end(content.replaceAll('https://foodhall.example', foodhall));
  });
  await new Promise((resolve, reject) => server.once('error', reject).listen(port, () => resolve(undefined)));
  return { url: `http://localhost:${port}`, stop: () => server.close() };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { PORT = '3000', FOODHALL = 'http://localhost:8080' } = process.env;
  const { url } = await serveExample({ port: Number(PORT), foodhall: new URL(FOODHALL).origin });
  process.stdout.write(`${url} shows the stock of a vendor of ${FOODHALL}.\n`);
}
