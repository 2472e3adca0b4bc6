import type { z } from 'zod';

/** Fails with the paths that differ unless `body` has exactly the contract's shape; returns the parsed body. */
export function expectShape<T extends z.ZodType>(schema: T, body: unknown): z.output<T> {
  const result = schema.safeParse(body);
  if (!result.success) {
    const problems = result.error.issues.map((issue) => `${issue.path.join('.') || '(body)'}: ${issue.message}`);
    throw new Error(
      `The body is not what the contract says.\n${problems.join('\n')}\n${JSON.stringify(body, null, 2)}`,
    );
  }
  // zod leaves out what it does not know; a body must not hold more than it promises.
  expect(body).toEqual(result.data);
  return result.data;
}
