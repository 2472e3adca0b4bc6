/**
 * The schemas that the description names: each schema of the contracts under its own name, so that `orderSchema` is the component `Order`. A
 * person or a generated page shows the examples first.
 */
import * as contracts from 'shared-contracts/schemas';
import { z } from 'zod';
import { EXAMPLES } from './examples';

const DESCRIPTIONS: Readonly<Record<string, string>> = {
  Id: 'A whole number.',
  Money: 'An amount in major units, such as 12.5 dollars, with at most the decimals of its currency.',
  Time: 'ISO 8601, in UTC.',
  Error:
    'Every refusal: a sentence for a person, a code for a program, and where fields are wrong, what is wrong with each.',
};

/** 'orderSchema' → 'Order' */
const nameOf = (exported: string) => exported.charAt(0).toUpperCase() + exported.slice(1).replace(/Schema$/, '');

export function nameSchemas(): void {
  for (const [exported, schema] of Object.entries(contracts)) {
    if (!(schema instanceof z.ZodType)) continue;
    const id = nameOf(exported);
    const description = DESCRIPTIONS[id];
    const example = EXAMPLES[id];
    z.globalRegistry.add(schema, {
      ...z.globalRegistry.get(schema),
      id,
      ...(description !== undefined && { description }),
      ...(example !== undefined && { examples: [example] }),
    });
  }
}
