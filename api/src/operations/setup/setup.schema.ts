/** The form that sets up a site: its first operator and its first venue. It is flat, because the page shows each message at its field. */
import { registerSchema } from 'shared-contracts/schemas';
import { z } from 'zod';
import { checkVenueFields, line, orEmpty, venueFields } from '../venues/venue-form';

export const setupTokenSchema = z.object({ token: z.string().max(200) });

export const setupSchema = setupTokenSchema
  .extend({
    name: registerSchema.shape.name,
    email: registerSchema.shape.email,
    phone: orEmpty(registerSchema.shape.phone).optional(),
    /** If this is empty, the operator signs in with a code that is sent by email. */
    password: orEmpty(registerSchema.shape.password),
    hall_name: line("The hall's name", 200),
    ...venueFields,
  })
  .superRefine(checkVenueFields);

export type SetupForm = z.output<typeof setupSchema>;
