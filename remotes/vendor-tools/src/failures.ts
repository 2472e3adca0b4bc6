/** What a page does with a request that the API refuses. */
import type { ApiErrorShape } from 'shared-contracts/client';
import { showToast } from 'shared-contracts/events';

/** Tells whether the API refuses the user. With 422 the address names no place. */
export const isRefusal = ({ status }: ApiErrorShape): boolean => [403, 404, 422].includes(status);

export const showFailure = (error: unknown) => showToast((error as ApiErrorShape).message, { color: 'danger' });
