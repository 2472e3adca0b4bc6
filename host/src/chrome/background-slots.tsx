import { useShell } from 'shared-contracts/events';
import { Slot } from 'shared-contracts/remote';
import { useAfterFirstScreen } from '../first-screen/first-screen';

/** Background work of remotes for a signed-in session, started after the first screen: cart, queue. */
export function BackgroundSlots() {
  const isSignedIn = useShell((state) => state.session !== null);
  const isAfter = useAfterFirstScreen();
  return <Slot name="background" isShown={isSignedIn && isAfter} />;
}
