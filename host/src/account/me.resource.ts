import { useResource } from 'shared-contracts/query';
import type { AuthContext, Envelope, Me } from 'shared-contracts/types';

/** The account with its vendors and its latest orders. */
export function useMe(context: AuthContext) {
  return useResource<Envelope<Me>, Me>('/me', { context: context.type }, { select: ({ data }) => data });
}
