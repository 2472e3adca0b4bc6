/** A thin shell for one remote in a page of another site, which has its own chrome. */
import { createRoot } from 'react-dom/client';
import { shellState, subscribe } from 'shared-contracts/events';
import { QueryClientProvider, queryClient } from 'shared-contracts/query';
import { Slot, type SlotName } from 'shared-contracts/remote';
import { startSession } from 'shared-contracts/session';
import type { AuthContext, SignedIn } from 'shared-contracts/types';
import { Page } from 'shared-contracts/ui';
import type { Remotes } from '../remotes/remotes-context';
import { RemotesProvider } from '../remotes/remotes-provider';
import { EmbeddedScreens } from './embedded-screens';
import { inLanguage } from './in-language';
import { showOverlays } from './overlays';

export interface MountOptions {
  /** Origin of the Foodhall. Defaults to the one that served embed.js. */
  site?: string;
  /** Name of the remote: 'vendor-tools'. */
  remote: string;
  /** Path of one of the remote's screens: '/your-items/7'. */
  path?: string;
  /**
   * In place of `path`, or below its screen: a slot that the remote fills, such as 'account-export'. Shown to its
   * audience.
   */
  slot?: SlotName;
  /** The session and its account, if the embedding site knows them; otherwise the screen offers sign-in. */
  session?: SignedIn & { context?: AuthContext };
  /** Called when there is a session, from before or from now on. */
  onSessionStarted?: () => void;
  /** Called when the user signs out or the API refuses the token. */
  onSessionEnded?: () => void;
}

/**
 * Shows one remote inside `element`. A remote that cannot be loaded is no error here: its boundary offers Try Again.
 * @returns a function that removes it
 * @throws if the registry has no such remote, or without a path or a slot
 */
export function mountRemote(element: HTMLElement, remotes: Remotes, options: MountOptions): () => void {
  const { remote, path, slot, session, onSessionStarted, onSessionEnded } = options;
  const release = remotes.snapshot.remotes[remote];
  if (!release) throw new Error(`${remotes.site} has no remote '${remote}'.`);
  if (path === undefined && !slot) throw new Error(`Mounting '${remote}' needs the path of a screen, or a slot.`);
  if (session) startSession(session, session.context);
  if (shellState().session) onSessionStarted?.();
  const clearResponses = () => queryClient().clear();
  const stops = [
    showOverlays(element.dataset.theme),
    subscribe('signed-out', clearResponses),
    subscribe('signed-in', clearResponses),
    ...(onSessionStarted ? [subscribe('signed-in', onSessionStarted)] : []),
    ...(onSessionEnded ? [subscribe('signed-out', onSessionEnded)] : []),
  ];
  element.dataset.foodhall = '';
  const root = createRoot(element.appendChild(inLanguage(document.createElement('div'))));
  root.render(
    <RemotesProvider remotes={{ ...remotes, snapshot: { ...remotes.snapshot, remotes: { [remote]: release } } }}>
      <QueryClientProvider client={queryClient()}>
        {path !== undefined && <EmbeddedScreens path={path} />}
        {slot && (
          <Page>
            <Slot name={slot} />
          </Page>
        )}
      </QueryClientProvider>
    </RemotesProvider>,
  );
  return () => {
    root.unmount();
    for (const stop of stops) stop();
    element.replaceChildren();
    delete element.dataset.foodhall;
  };
}
