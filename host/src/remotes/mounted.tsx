import { type ComponentType, useLayoutEffect, useRef, useState } from 'react';
import type { Mount } from 'shared-contracts/remote';
import { useNavigate, useParams } from 'shared-contracts/router';

/**
 * A screen or slot that is not React, as a component: its boundary, its skeleton and its failures are those of any other. What `mount`
 * throws, and what its removal throws, reaches the boundary as an error of an effect does.
 */
export function mounted(mount: Mount): ComponentType {
  return function Mounted() {
    const element = useRef<HTMLDivElement>(null);
    const navigate = useNavigate();
    // Those of the first render: another address is another mount.
    const [props] = useState({ params: useParams(), navigate: (path: string) => void navigate(path) });
    useLayoutEffect(() => {
      if (!element.current) return;
      const unmount = mount(element.current, props);
      if (typeof unmount !== 'function') throw new Error("'mount' returned no function that removes what it shows.");
      return () => unmount();
    }, [props]);
    return <div ref={element} />;
  };
}
