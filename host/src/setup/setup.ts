/** The requests of the setup. The token is in the part of the address that browsers send to no server. */
import { api, notAnAnswer } from 'shared-contracts/client';
import { isUser } from 'shared-contracts/session';
import type { SignedIn } from 'shared-contracts/types';
import { requestBody, type SetupForm } from './setup.rules';

export interface SetUp extends SignedIn {
  venue: { id: number; slug: string; name: string };
  /** Settings of the server that are not set. */
  missing_settings: string[];
}

/** Whether the link works. @throws ApiError with the reason why it does not */
export async function checkLink(token: string): Promise<true> {
  await api().post('/setup/check', { token });
  return true;
}

export async function setUp(token: string, form: SetupForm): Promise<SetUp> {
  const body = await api().post<SetUp>('/setup', requestBody(token, form));
  if (typeof body.token !== 'string' || !isUser(body.data) || !body.venue) throw notAnAnswer();
  return body;
}
