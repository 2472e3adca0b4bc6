/** Makes new stalls, with empty menus. */
import type { Role } from 'shared-contracts/types';
import { z } from 'zod';
import { type Account, logIn, newPerson, register } from '../../client/accounts';
import { api, demoAccount } from './api';
import { onlyEmailTo } from './emails';

export interface NewStall {
  id: number;
  name: string;
  owner: Account;
  close: () => Promise<unknown>;
}

const createdSchema = z.object({ data: z.object({ id: z.number() }) });

/** Makes a stall in the first venue, without people. */
export async function emptyStall(operator: Account, name: string): Promise<Omit<NewStall, 'owner'>> {
  const { data } = await operator.post('/venues/1/vendors', { name }, createdSchema);
  return {
    id: data.id,
    name,
    close: () => operator.send({ method: 'DELETE', path: `/vendors/${data.id}` }),
  };
}

/** Makes a stall in the first venue, with an owner of its own. */
export async function newStall(name: string): Promise<NewStall> {
  const operator = await demoAccount('operator@foodhall.test');
  const stall = await emptyStall(operator, name);
  return { ...stall, owner: await newMember(operator, stall.id, 'owner') };
}

/** Makes a new account, invites it to the stall and signs it in. @param inviter an owner of it, or an operator of its venue */
export async function newMember(inviter: Account, vendorId: number, role: Role): Promise<Account> {
  const person = newPerson();
  const invited = await register(api, person);
  await inviter.post(`/vendors/${vendorId}/invitations`, { email: person.email, role }, z.unknown());
  const token = /\/invitations\/([\w-]+)/.exec(await onlyEmailTo(person.email))?.[1];
  await invited.post(`/invitations/${token}/accept`, {}, z.unknown());
  return logIn(api, person.email, person.password);
}
