import type { Queryable } from 'core/database/kysely';
import { ApiError } from 'core/errors';
import type { Session } from 'core/http/session';
import { sql } from 'kysely';
import { t } from '../../words';

interface Knowing {
  id: number;
  /** Venues with a cart, an order or a role of the person. */
  venue_ids: number[];
  is_site_operator: boolean;
}

/**
 * Finds the account of a person for whom the caller may act. An operator may act for a person whom only the operator's own venues know,
 * unless that person runs the site. A site operator may also act for a person whom no venue knows, and a command on the server for anyone.
 * @returns the account's id
 * @throws ApiError 404, also for an account that does not exist, so the response does not reveal which emails have an account
 */
export async function findAccountFor(db: Queryable, session: Session, email: string): Promise<number> {
  const { rows } = await sql<Knowing>`
    select id, exists (select from site_operators where user_id = users.id) as is_site_operator, array(
      select venue_id from carts where user_id = users.id
      union select venue_id from orders where user_id = users.id
      union select venue_id from venue_operators where user_id = users.id
      union select vendors.venue_id from vendor_members held join vendors on vendors.id = held.vendor_id
        where held.user_id = users.id) as venue_ids
    from users where email = ${email}`.execute(db);
  const [person] = rows;
  if (person && (session.isCommandLine || isFor(session, person))) return person.id;
  throw new ApiError(
    404,
    'NOT_FOUND',
    session.isCommandLine
      ? t('There is no account with this email.')
      : t(
          'There is no account with this email that you may act for. If another hall knows the person, they can do it themselves, or --offline on the server.',
        ),
  );
}

function isFor(session: Session, { venue_ids, is_site_operator }: Knowing): boolean {
  if (session.isSiteOperator) return venue_ids.every((id) => session.venueIds.includes(id));
  return !is_site_operator && venue_ids.length > 0 && venue_ids.every((id) => session.venueIds.includes(id));
}
