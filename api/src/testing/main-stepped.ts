/**
 * Runs the API and counts its steps: each write in its dist folder, each signature, and each entry of the audit log, before and after. It
 * reports the steps to its parent process, and kills itself at the step that the parent names (`{ step }`, counted from then on). The run of
 * kills uses it.
 */
import crypto from 'node:crypto';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { InsertQueryBuilder } from 'kysely';
import { serve } from '../serve';

const dist = path.resolve(process.env.DIST_DIR ?? 'dist');
let counted = 0;
let last = Number.POSITIVE_INFINITY;

process.on('message', ({ step }: { step: number | null }) => {
  counted = 0;
  last = step ?? Number.POSITIVE_INFINITY;
});
process.channel?.unref();

function step(what: string): void {
  counted += 1;
  if (counted === last) process.kill(process.pid, 'SIGKILL');
  else process.send?.({ step: counted, what });
}

const isOfDist = (file: unknown) => typeof file === 'string' && path.resolve(file).startsWith(`${dist}${path.sep}`);

for (const name of ['writeFile', 'link', 'rename', 'rm', 'utimes'] as const) {
  const original = fs.promises[name] as (...args: unknown[]) => Promise<unknown>;
  const counting = (...args: unknown[]) => {
    if (isOfDist(args[0]))
      step(`${name} ${path.relative(dist, String(args[name === 'link' || name === 'rename' ? 1 : 0]))}`);
    return original(...args);
  };
  Object.assign(fs.promises, { [name]: counting });
}
syncBuiltinESMExports();

const { sign } = crypto;
Object.assign(crypto, {
  sign: (...args: Parameters<typeof sign>) => {
    step('sign');
    return sign(...args);
  },
});

const { executeTakeFirstOrThrow } = InsertQueryBuilder.prototype;
InsertQueryBuilder.prototype.executeTakeFirstOrThrow = async function (...args) {
  const isOfLog = JSON.stringify(this.toOperationNode().into).includes('"audit_log"');
  if (isOfLog) step('before an entry of the log');
  const row = await executeTakeFirstOrThrow.apply(this, args);
  if (isOfLog) step('after an entry of the log');
  return row;
};

serve();
