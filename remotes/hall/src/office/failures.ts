/** What a page of the office does with a request that the API refuses. */
import { type ApiErrorShape, isApiError } from 'shared-contracts/client';
import { showToast } from 'shared-contracts/events';
import { t } from '../words';

/** Tells whether the API refuses the user, or the address names no place. */
export const isRefusal = ({ status }: ApiErrorShape): boolean => [403, 404, 422].includes(status);

/** Says why a change was not made: in the words of the API, or that nothing was saved. */
export function showFailure(error: unknown): void {
  const message =
    isApiError(error) && error.status >= 400 && error.status < 500
      ? error.message
      : t('That was not saved. Please try again.');
  showToast(message, { color: 'danger' });
}

/** The first message of each field that the API refuses. */
export const firstErrors = ({ errors }: Pick<ApiErrorShape, 'errors'>): Partial<Record<string, string>> =>
  Object.fromEntries(Object.entries(errors).flatMap(([field, [message]]) => (message ? [[field, message]] : [])));
