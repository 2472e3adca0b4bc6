/** The parts of a printer that a person sees and touches. */
export type PaperLevel = 'ok' | 'low' | 'out';
export type Cover = 'closed' | 'open';

export class Hardware {
  paper: PaperLevel = 'ok';
  cover: Cover = 'closed';
  /** What came out on paper, in this order. */
  readonly tickets: Buffer[] = [];

  canPrint(): boolean {
    return this.paper !== 'out' && this.cover === 'closed';
  }
}
