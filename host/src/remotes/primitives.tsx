/**
 * The primitives as remotes get them: those of a first screen at once, the others from a file of their own. The loader requests that file
 * before a screen that may show one of them. A screen that shows one earlier waits for it, as for its own code.
 */
import { type ComponentType, Suspense, use, useState } from 'react';
import type * as Primitives from 'shared-contracts/ui';
import * as first from './first-primitives';
import type * as Later from './later-modules';

type Load = () => Promise<typeof Later>;
type Name = Exclude<keyof typeof Primitives, keyof typeof first>;
// A remote knows the properties of each by the types of the contracts.
// biome-ignore lint/suspicious/noExplicitAny: as above
type Primitive = ComponentType<any>;

/** Each name that the contracts have and a first screen does not take, and whether it is a dialog. */
const IS_DIALOG: Record<Name, boolean> = {
  Age: false,
  AlertDialog: true,
  AnnounceChange: false,
  BuyBar: false,
  ChoiceGroup: false,
  ChoiceRow: false,
  Field: false,
  LinkText: false,
  Modal: true,
  PasswordInput: false,
  Receipt: false,
  Select: false,
  Sheet: true,
  SidePanel: true,
  StepBars: false,
  Stepper: false,
  TextArea: false,
  TextInput: false,
  Ticket: false,
  Toast: false,
};

function awaited(load: Load, name: Name): Primitive {
  return function Awaited(props) {
    const Loaded: Primitive = use(load())[name];
    return <Loaded {...props} />;
  };
}

/** A dialog that was never open shows nothing, so what it is in does not wait for it. */
function awaitedDialog(load: Load, name: Name): Primitive {
  const Dialog = awaited(load, name);
  return function AwaitedDialog(props) {
    const [isWanted, setIsWanted] = useState(props.open);
    if (props.open && !isWanted) setIsWanted(true);
    return isWanted ? (
      <Suspense fallback={null}>
        <Dialog {...props} />
      </Suspense>
    ) : null;
  };
}

/**
 * @param load requests the others, once
 * @param loaded the others, where they are there
 */
export function primitives(
  load: Load,
  loaded: () => typeof Later | undefined,
): Record<keyof typeof Primitives, unknown> {
  const all = { ...first } as Record<keyof typeof Primitives, unknown>;
  for (const [each, isDialog] of Object.entries(IS_DIALOG)) {
    const name = each as Name;
    let found: Primitive | undefined;
    // The first use decides, so that a later render never shows another component in its place.
    const get = () => (found ??= loaded()?.[name] ?? (isDialog ? awaitedDialog : awaited)(load, name));
    Object.defineProperty(all, name, { enumerable: true, get });
  }
  // As the bundler marks a module.
  return Object.defineProperty(all, '__esModule', { value: true });
}
