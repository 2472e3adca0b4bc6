/** The form that sets up a site: its first operator and its first venue. It is flat, because the page shows each message at its field. */
import { registerSchema } from 'shared-contracts/schemas';
import { z } from 'zod';
import { t } from '../../words';
import { checkVenueFields, line, orEmpty, venueFields } from '../venues/venue-form';

export const setupTokenSchema = z.object({ token: z.string().max(200) });

export const setupSchema = setupTokenSchema
  .extend({
    name: registerSchema.shape.name,
    email: registerSchema.shape.email,
    phone: orEmpty(registerSchema.shape.phone).optional(),
    /** If this is empty, the operator signs in with a code that is sent by email. */
    password: orEmpty(registerSchema.shape.password),
    hall_name: line(200, {
      required: () => t("The hall's name is required"),
      tooLong: () => t("The hall's name should be at most 200 characters."),
    }),
    ...venueFields,
  })
  .superRefine(checkVenueFields);

export type SetupForm = z.output<typeof setupSchema>;
