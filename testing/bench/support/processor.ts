// Reads the cost of processes from the system (Linux).
import { readFile } from 'node:fs/promises';

/** The unit in which the system counts processor time. */
const TICK_MS = 10;

const childrenOf = async (pid: number): Promise<number[]> =>
  (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).split(' ').filter(Boolean).map(Number);

/** Reads the processor time of a process. If it has ended meanwhile, it counts among its parent's children. */
async function ticksOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // These fields follow the name, which may contain spaces: utime, stime, and both for children that have ended.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
}

/** @returns the processor time of a process and its children so far, in milliseconds; a multiple of 10 */
export async function processorMs(pid: number): Promise<number> {
  const ticks = await Promise.all([pid, ...(await childrenOf(pid))].map(ticksOf));
  return ticks.reduce((sum, each) => sum + each, 0) * TICK_MS;
}

/** @returns the memory of a process and its children in megabytes; shared memory counts once */
export async function memoryMb(pid: number): Promise<number> {
  const kilobytes = await Promise.all(
    [pid, ...(await childrenOf(pid))].map(async (each) => {
      const rollup = await readFile(`/proc/${each}/smaps_rollup`, 'utf8').catch(() => '');
      return Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0);
    }),
  );
  return kilobytes.reduce((sum, each) => sum + each, 0) / 1024;
}
