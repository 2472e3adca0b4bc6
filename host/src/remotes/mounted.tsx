import { type ComponentType, useLayoutEffect, useRef, useState } from 'react';
import { type Mount, useSlotParams } from 'shared-contracts/remote';
import { useNavigate, useParams } from 'shared-contracts/router';

/**
 * Makes a component of a screen or slot without React, which then has the same boundary, skeleton and failures as any
 * other. Errors of `mount` and of its removal reach the boundary as errors of an effect do.
 */
export function mounted(mount: Mount): ComponentType {
  return function Mounted() {
    const element = useRef<HTMLDivElement>(null);
    const navigate = useNavigate();
    const [failure, setFailure] = useState<{ error: unknown }>();
    // The properties of the first render stay, since the shell mounts the content again for another address.
    const params = { ...useParams(), ...useSlotParams() };
    const [props] = useState({ params, navigate: (path: string) => void navigate(path) });
    useLayoutEffect(() => {
      if (!element.current) return;
      let isRemoved = false;
      // No boundary shows the failure of content that is gone. It is reported all the same.
      const fail = (error: unknown) => (isRemoved ? reportError(error) : setFailure({ error }));
      const unmount = mount(element.current, { ...props, fail });
      if (typeof unmount !== 'function') throw new Error("'mount' returned no function that removes what it shows.");
      return () => {
        isRemoved = true;
        unmount();
      };
    }, [props]);
    if (failure) throw failure.error;
    return <div ref={element} />;
  };
}
