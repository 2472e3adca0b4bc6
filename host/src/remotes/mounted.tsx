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
    // The properties of the first render stay, since the shell mounts the content again for another address.
    const params = { ...useParams(), ...useSlotParams() };
    const [props] = useState({ params, navigate: (path: string) => void navigate(path) });
    useLayoutEffect(() => {
      if (!element.current) return;
      const unmount = mount(element.current, props);
      if (typeof unmount !== 'function') throw new Error("'mount' returned no function that removes what it shows.");
      return () => unmount();
    }, [props]);
    return <div ref={element} />;
  };
}
