/** Stores people of teams with a passkey each, for tests of the desk. */
import { SoftPasskey } from 'api/testing/soft-passkey';
import { storeUser, type TestUser } from 'api/testing/stored';
import type { TestApp } from 'api/testing/test-app';

/** A passkey of the last day does not count at the desk. */
const PASSKEY_AGE_MS = 2 * 24 * 3_600_000;

export interface Person extends TestUser {
  passkey: SoftPasskey;
}

/** @param site the address of the site @param operator adds the person to the team */
export async function storePerson(
  { app, deps }: TestApp,
  { site, operator }: { site: string; operator: TestUser },
  roles: {
    team?: string;
    apps?: string[];
    may_approve?: boolean;
    may_roll_back?: boolean;
    ci_accounts?: string[];
  } | null = {},
): Promise<Person> {
  const person = await storeUser(deps.db);
  const passkey = new SoftPasskey(site);
  await deps.db
    .insertInto('second_factors')
    .values({
      user_id: person.id,
      kind: 'passkey',
      name: 'Laptop',
      credential_id: passkey.id,
      public_key: passkey.publicKey,
      created_at: new Date(deps.clock.now().getTime() - PASSKEY_AGE_MS),
    })
    .execute();
  if (roles)
    await app.inject({
      method: 'PUT',
      url: '/api/v1/registry/members',
      headers: operator.headers,
      payload: { email: person.email, team: 'menu', apps: ['catalog'], ...roles },
    });
  return { ...person, passkey };
}
