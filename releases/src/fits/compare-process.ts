/** A process that compares declarations: the compiler takes seconds and memory, which a server that releases needs itself. */
import type { Lack } from '../model/schemas';
import { type Comparison, compareDeclarations } from './compare';

/** The result of a comparison. `error` is a sentence that says why there was none. */
export interface ComparisonReply {
  lacks?: readonly Lack[];
  error?: string;
}

function replyTo(comparison: Comparison): ComparisonReply {
  try {
    return { lacks: compareDeclarations(comparison) };
  } catch (error) {
    return { error: (error as Error).message };
  }
}

process.on('message', (comparison: Comparison) => process.send?.(replyTo(comparison)));
