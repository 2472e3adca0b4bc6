// Sends requests of guests at a steady rate, however late responses are: the venues, a menu, a cart. The arguments are the API's address, a
// session, a vendor, a cart, and the requests a second. It prints one line of JSON a second. For each request, the line has the start (ms),
// the duration (ms) and the status.
import http from 'node:http';

const [root = '', token = '', vendor = '', cart = '', rate = ''] = process.argv.slice(2);
const paths = ['/venues', `/vendors/${vendor}`, `/carts/${cart}`];
const pauseMs = 1000 / Number(rate);
const agent = new http.Agent({ keepAlive: true });
const headers = { authorization: `Bearer ${token}`, 'accept-encoding': 'br' };

let done: [startedAt: number, ms: number, status: number][] = [];

function ask(path: string): void {
  const startedAt = Date.now();
  const began = performance.now();
  const end = (status: number) => done.push([startedAt, performance.now() - began, status]);
  http
    .get(`${root}${path}`, { agent, headers }, (response) => {
      response.resume().on('end', () => end(response.statusCode ?? 0));
    })
    .on('error', () => end(0));
}

const begun = performance.now();
let sent = 0;
function next(): void {
  while (performance.now() >= begun + sent * pauseMs) {
    ask(paths[sent % paths.length] ?? '');
    sent += 1;
  }
  setTimeout(next, 1);
}
next();
setInterval(() => {
  console.log(JSON.stringify(done));
  done = [];
}, 1000);
console.log('listening on nothing: requests are sent');
