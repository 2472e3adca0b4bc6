// Measures the cost of a poll of a printer that has nothing to print, with a thousand printers in the hall.
import { type Figure, medianOf } from '../support/figures';
import { costOf } from './costs';
import type { Subject } from './subject';

const PRINTERS = 1_000;
/** As many as poll at the same moment. */
const AT_ONCE = 20;
const MOST_MS = 1;
const POLL = { statusCode: '200%20OK', printerMAC: '00:11:62:00:00:01', printingInProgress: false };

const secretOf = (index: number): string => `bench${String(index).padStart(38, '0')}`;

const INSERT = `
  insert into printers (vendor_id, name, kind, paper, documents, moment, copies, language, secret_hash)
  select 1, 'Printer ' || index, 'cloudprnt', 80, '{kitchen}', 'done', 1, 'en', sha256(convert_to('bench' || lpad(index::text, 38, '0'), 'UTF8'))
  from generate_series(0, ${PRINTERS} - 1) as index`;

/** Lets every printer poll once. */
async function pollAll({ send }: Subject): Promise<void> {
  for (let first = 0; first < PRINTERS; first += AT_ONCE) {
    const replies = await Promise.all(
      Array.from({ length: AT_ONCE }, (_, index) =>
        send({ method: 'POST', path: `/print/${secretOf(first + index)}`, body: POLL }),
      ),
    );
    const refused = replies.find(({ status }) => status !== 200);
    if (refused) throw new Error(`A poll got ${refused.status}.`);
  }
}

export async function measurePolls(subject: Subject, rounds: number): Promise<Figure[]> {
  await subject.runSql(INSERT);
  await pollAll(subject);
  const costs: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const { api, database } = await costOf(subject, PRINTERS, () => pollAll(subject));
    costs.push(api + database);
  }
  return [
    {
      name: `a poll of one of ${PRINTERS} printers with nothing to print, processor of API and database`,
      value: medianOf(costs),
      unit: 'ms',
      atMost: MOST_MS,
    },
  ];
}
