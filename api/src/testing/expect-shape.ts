import type { z } from 'zod';

/** Checks that `body` has exactly the contract's shape, and names the paths that differ. Returns the parsed body. */
export function expectShape<T extends z.ZodType>(schema: T, body: unknown): z.output<T> {
  const result = schema.safeParse(body);
  if (!result.success) {
    const problems = result.error.issues.map((issue) => `${issue.path.join('.') || '(body)'}: ${issue.message}`);
    throw new Error(
      `The body is not what the contract says.\n${problems.join('\n')}\n${JSON.stringify(body, null, 2)}`,
    );
  }
  // zod removes unknown fields, but a body must not have more fields than the contract.
  expect(body).toEqual(result.data);
  return result.data;
}
