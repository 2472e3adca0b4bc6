import { createContext, useContext } from 'react';
import type { ShellRoute } from './shell-route';

/** The route table, for the few who must know what another address means before going there. */
export const RoutesContext = createContext<readonly ShellRoute[]>([]);

export function useRouteTable(): readonly ShellRoute[] {
  return useContext(RoutesContext);
}
