export { CloudPrntPrinter } from './cloudprnt-printer';
export { EscPosPrinter } from './escpos-printer';
export type { Cover, PaperLevel } from './hardware';
export { readEscPos, readStar } from './read-commands';
export { ServerDirectPrinter } from './server-direct-printer';
