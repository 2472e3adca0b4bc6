/**
 * The program of a separate process that compares declarations. The compiler takes seconds and memory that a server with releases needs for
 * itself.
 */
import type { Lack } from '../model/schemas';
import { type Comparison, compareDeclarations } from './compare';

/** The result of a comparison. `error` is a sentence that explains why there is none. */
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
