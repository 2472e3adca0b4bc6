import { conflictWith } from 'core/errors';
import { idParameter } from 'core/http/id-parameter';
import { requireUser } from 'core/http/session';
import { allergyNoteChangeSchema, deliveryChangeSchema, one, orderSchema } from 'shared-contracts/schemas';
import { z } from 'zod';
import type { ApiModule } from '../../deps';
import { socketIdOf } from '../../messages/realtime/events';
import { changeAllergyNote } from './change-allergy-note.command';
import { changeDelivery } from './change-delivery.command';
import { handleReceipts } from './receipt/receipt.handler';

const byId = z.object({ id: idParameter });

export const checkoutModule: ApiModule = (app, deps) => {
  handleReceipts(deps);

  app.put(
    '/orders/:id',
    {
      config: { policy: 'buyer' },
      schema: {
        params: byId,
        body: deliveryChangeSchema,
        response: { 200: one(orderSchema), 409: conflictWith(orderSchema) },
      },
    },
    async (request) => {
      const order = await changeDelivery(deps, {
        session: requireUser(request),
        orderId: request.params.id,
        delivery: request.body,
        socketId: socketIdOf(request),
      });
      return { data: order };
    },
  );

  app.put(
    '/orders/:id/allergy-note',
    {
      config: { policy: 'buyer' },
      schema: {
        params: byId,
        body: allergyNoteChangeSchema,
        response: { 200: one(orderSchema), 409: conflictWith(orderSchema) },
      },
    },
    async (request) => {
      const order = await changeAllergyNote(deps, {
        session: requireUser(request),
        orderId: request.params.id,
        allergyNote: request.body.allergy_note,
        socketId: socketIdOf(request),
      });
      return { data: order };
    },
  );
};
