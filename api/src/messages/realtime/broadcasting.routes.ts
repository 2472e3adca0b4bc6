/** Signs the channels that a socket may listen to. The bodies have Pusher's format without the envelope, because its clients read them. */

import type { Db } from 'core/database/kysely';
import type { App } from 'core/http/scope';
import { requireUser } from 'core/http/session';
import { readForms } from 'core/http/utf8-bodies';
import { allow } from 'core/policy/require-policies';
import { z } from 'zod';
import { t } from '../../words';
import { resourceOf } from './broadcasting.policy';
import { announceSigned } from './peers';
import { isSocketId } from './protocol';
import type { Realtime } from './realtime';
import { channelAuth, userAuth } from './signature';

const socketId = z.string().refine(isSocketId, { error: 'This is not a socket id.' });

export const broadcastingModule = (app: App, deps: { db: Db; realtime: Realtime }): void => {
  const { realtime } = deps;
  // pusher-js sends forms by default.
  readForms(app);

  app.post(
    '/broadcasting/auth',
    {
      config: { policy: 'self or staff' },
      schema: {
        body: z.object({ socket_id: socketId, channel_name: z.string().max(200) }),
        response: { 200: z.object({ auth: z.string() }) },
      },
    },
    async (request) => {
      const { socket_id, channel_name } = request.body;
      const session = allow(request, resourceOf(channel_name), { message: t('That channel is not yours.') });
      await announceSigned(deps, { socketId: socket_id, session: session.tokenId, channel: channel_name });
      return { auth: channelAuth(realtime.credentials, socket_id, channel_name) };
    },
  );

  app.post(
    '/broadcasting/user-auth',
    {
      config: { policy: 'signed in' },
      schema: {
        body: z.object({ socket_id: socketId }),
        response: { 200: z.object({ auth: z.string(), user_data: z.string() }) },
      },
    },
    async (request) => {
      const { user, tokenId } = requireUser(request);
      await announceSigned(deps, { socketId: request.body.socket_id, session: tokenId, channel: null });
      const userData = JSON.stringify({ id: String(user.id), user_info: { name: user.name } });
      return { auth: userAuth(realtime.credentials, request.body.socket_id, userData), user_data: userData };
    },
  );
};
