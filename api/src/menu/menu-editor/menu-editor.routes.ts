/** The editor of a stall's menu. Each change names the version of the menu that it applies to, and responds with the changed menu. */

import { conflictWith } from 'core/errors';
import { idParameter } from 'core/http/id-parameter';
import { allow } from 'core/policy/require-policies';
import type { FastifyRequest } from 'fastify';
import {
  entryMoveSchema,
  groupChangeSchema,
  itemChangeSchema,
  menuChangeSchema,
  menuEditedSchema,
  menuEditorSchema,
  menuEntryKindSchema,
  menuVersionSchema,
  newGroupSchema,
  newItemSchema,
  newMenuSchema,
  one,
} from 'shared-contracts/schemas';
import type { MenuEntryKind } from 'shared-contracts/types';
import { z } from 'zod';
import type { ApiModule } from '../../deps';
import { socketIdOf } from '../../messages/realtime/events';
import { type Editing, editMenu } from './edit-menu';
import {
  changeGroup,
  changeItem,
  changeMenu,
  createGroup,
  createItem,
  createMenu,
  duplicateMenuEntry,
  moveMenuEntry,
  removeMenuEntry,
} from './entry.commands';
import { readMenu } from './menu-editor.repository';

const params = z.object({ id: idParameter });
const entryParams = z.object({ id: idParameter, entryId: idParameter });
const kindParams = z.object({ id: idParameter, kind: menuEntryKindSchema, entryId: idParameter });
const config = { policy: 'owner' } as const;
const edited = { 200: one(menuEditedSchema), 409: conflictWith(menuEditorSchema) };
const created = { 201: one(menuEditedSchema), 409: conflictWith(menuEditorSchema) };

export const menuEditorModule: ApiModule = (app, deps) => {
  const root = '/vendors/:id/menu-editor';

  app.get(root, { config, schema: { params, response: { 200: one(menuEditorSchema) } } }, async (request) => {
    allow(request, { vendorId: request.params.id });
    return { data: await readMenu(deps.db, request.params.id) };
  });

  app.post(
    `${root}/menus`,
    { config, schema: { params, body: newMenuSchema, response: created } },
    async (request, reply) => {
      const { version, ...draft } = request.body;
      const data = await editMenu(deps, editing(request, version, 'menus'), (edit) => createMenu(edit, draft));
      return reply.status(201).send({ data });
    },
  );
  app.post(
    `${root}/groups`,
    { config, schema: { params, body: newGroupSchema, response: created } },
    async (request, reply) => {
      const { version, ...draft } = request.body;
      const data = await editMenu(deps, editing(request, version, 'groups'), (edit) => createGroup(edit, draft));
      return reply.status(201).send({ data });
    },
  );
  app.post(
    `${root}/items`,
    { config, schema: { params, body: newItemSchema, response: created } },
    async (request, reply) => {
      const { version, ...draft } = request.body;
      const data = await editMenu(deps, editing(request, version, 'items'), (edit) => createItem(edit, draft));
      return reply.status(201).send({ data });
    },
  );

  app.put(
    `${root}/menus/:entryId`,
    { config, schema: { params: entryParams, body: menuChangeSchema, response: edited } },
    async (request) => {
      const { version, ...change } = request.body;
      const { entryId } = request.params;
      return {
        data: await editMenu(deps, editing(request, version, 'menus'), (edit) => changeMenu(edit, entryId, change)),
      };
    },
  );
  app.put(
    `${root}/groups/:entryId`,
    { config, schema: { params: entryParams, body: groupChangeSchema, response: edited } },
    async (request) => {
      const { version, ...change } = request.body;
      const { entryId } = request.params;
      return {
        data: await editMenu(deps, editing(request, version, 'groups'), (edit) => changeGroup(edit, entryId, change)),
      };
    },
  );
  app.put(
    `${root}/items/:entryId`,
    { config, schema: { params: entryParams, body: itemChangeSchema, response: edited } },
    async (request) => {
      const { version, ...change } = request.body;
      const { entryId } = request.params;
      return {
        data: await editMenu(deps, editing(request, version, 'items'), (edit) => changeItem(edit, entryId, change)),
      };
    },
  );

  app.post(
    `${root}/:kind/:entryId/move`,
    { config, schema: { params: kindParams, body: entryMoveSchema, response: edited } },
    async (request) => {
      const { version, ...move } = request.body;
      const { kind, entryId } = request.params;
      return {
        data: await editMenu(deps, editing(request, version, kind), (edit) => moveMenuEntry(edit, kind, entryId, move)),
      };
    },
  );
  app.post(
    `${root}/:kind/:entryId/duplicate`,
    { config, schema: { params: kindParams, body: menuVersionSchema, response: created } },
    async (request, reply) => {
      const { kind, entryId } = request.params;
      const data = await editMenu(deps, editing(request, request.body.version, kind), (edit) =>
        duplicateMenuEntry(edit, kind, entryId),
      );
      return reply.status(201).send({ data });
    },
  );
  app.delete(
    `${root}/:kind/:entryId`,
    { config, schema: { params: kindParams, querystring: menuVersionSchema, response: edited } },
    async (request) => {
      const { kind, entryId } = request.params;
      const { version } = request.query;
      return {
        data: await editMenu(deps, editing(request, version, kind), (edit) => removeMenuEntry(edit, kind, entryId)),
      };
    },
  );
};

/** @throws ApiError 401, 403 */
function editing(request: FastifyRequest, version: string, kind: MenuEntryKind): Editing {
  const { id: vendorId, entryId = null } = request.params as { id: number; entryId?: number };
  const session = allow(request, { vendorId });
  return { session, vendorId, version, exceptSocketId: socketIdOf(request), kind, entryId };
}
