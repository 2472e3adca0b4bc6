/** Adds and removes tables of the demo's first venue as its operator. */
import { z } from 'zod';
import { api, demoAccount } from './api';

const tablesSchema = z.object({ data: z.array(z.object({ id: z.number(), name: z.string(), url: z.string() })) });

export interface AddedTable {
  /** The path in the table's printed code: '/t/…'. */
  path: string;
  remove: () => Promise<void>;
}

/** @param name a name that no other table of the venue has */
export async function addTable(name: string): Promise<AddedTable> {
  const operator = await demoAccount('operator@foodhall.test');
  const tables = '/venues/1/tables';
  await operator.post(tables, { names: [name] }, z.unknown());
  const { data } = await operator.get(tables, tablesSchema);
  const table = data.find((one) => one.name === name);
  if (!table) throw new Error(`Table ${name} was not added.`);
  return {
    path: new URL(table.url).pathname,
    async remove() {
      const headers = { authorization: `Bearer ${operator.token}` };
      const { status } = await api({ method: 'DELETE', path: `${tables}/${table.id}`, headers });
      if (status !== 204) throw new Error(`Table ${name} was not removed: ${status}.`);
    },
  };
}
