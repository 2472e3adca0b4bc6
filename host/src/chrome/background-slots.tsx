import { useShell } from 'shared-contracts/events';
import { Slot } from 'shared-contracts/remote';
import { ProfileKeeper } from '../account/profile-keeper';
import { Unseen } from '../boundary/unseen';
import { useAfterFirstScreen } from '../first-screen/first-screen';

/** Background work of a signed-in session, started after the first screen: the profile, cart, queue. */
export function BackgroundSlots() {
  const isSignedIn = useShell((state) => state.session !== null);
  const isAfter = useAfterFirstScreen();
  const isWorking = isSignedIn && isAfter;
  return (
    <>
      <Unseen>{isWorking && <ProfileKeeper />}</Unseen>
      <Slot name="background" isShown={isWorking} />
    </>
  );
}
