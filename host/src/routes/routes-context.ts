import { createContext, useContext } from 'react';
import type { ShellRoute } from './shell-route';

/** The route table, for components that must know which page another address is before they go there. */
export const RoutesContext = createContext<readonly ShellRoute[]>([]);

export function useRouteTable(): readonly ShellRoute[] {
  return useContext(RoutesContext);
}
