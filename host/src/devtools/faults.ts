/**
 * Fault injection: a remote fails on purpose, in this tab, until the fault is cleared. It replaces the loader's result,
 * since a page cannot make its server respond with 503. The journeys of isolation test the real faults.
 */
import { type ComponentType, createElement, useEffect } from 'react';
import type { InjectedFault } from '../remotes/components';
import type { FailureReason } from '../remotes/failure';
import { FAULTS_KEY } from './faults-key';

export const FAULTS = [
  '503',
  '404',
  'hang',
  'HTML instead of JS',
  'throws at load',
  'throws at render',
  'throws while unmounting',
] as const;
export type Fault = (typeof FAULTS)[number];
export type Faults = Readonly<Record<string, Fault>>;

/** By remote. An unknown fault counts as none. */
export function readFaults(): Faults {
  try {
    const stored: unknown = JSON.parse(window.sessionStorage.getItem(FAULTS_KEY) ?? '{}');
    const known = Object.entries(stored as object).filter(([, fault]) => FAULTS.includes(fault));
    return Object.fromEntries(known) as Faults;
  } catch {
    return {};
  }
}

export function setFault(remote: string, fault: Fault | undefined): void {
  const { [remote]: _before, ...others } = readFaults();
  const faults = fault ? { ...others, [remote]: fault } : others;
  if (Object.keys(faults).length === 0) clearFaults();
  else window.sessionStorage.setItem(FAULTS_KEY, JSON.stringify(faults));
}

export function clearFaults(): void {
  window.sessionStorage.removeItem(FAULTS_KEY);
}

/** The loader's result, as for the real fault in a released build. */
const FAILURES: Readonly<
  Record<Exclude<Fault, 'hang' | 'throws at render' | 'throws while unmounting'>, [FailureReason, string]>
> = {
  '503': ['unreachable', 'responded with 503'],
  '404': ['unreachable', 'responded with 404'],
  'HTML instead of JS': ['integrity-mismatch', 'was blocked: it came as HTML'],
  'throws at load': ['broken', 'threw at load'],
};

/** Never settles for 'hang': the loader gives up as it does for a file. */
export async function injectFault(remote: string): Promise<InjectedFault | undefined> {
  const fault = readFaults()[remote];
  switch (fault) {
    case undefined:
      return undefined;
    case 'hang':
      return await new Promise(() => {});
    case 'throws at render':
    case 'throws while unmounting':
      return { status: 'faulty', wrap: (Component) => throwing(remote, Component) };
    default: {
      const [reason, what] = FAILURES[fault];
      return {
        status: 'failed',
        reason,
        error: new Error(`Remote '${remote}' ${what} (injected by the devtools).`),
      };
    }
  }
}

/** Throws while the fault is set, so that another attempt works as soon as it is cleared. */
function throwing(remote: string, Component: ComponentType): ComponentType {
  const throwIf = (fault: Fault, when: string) => {
    if (readFaults()[remote] !== fault) return;
    throw new Error(`Remote '${remote}' threw ${when} (injected by the devtools).`);
  };
  return function Faulty() {
    useEffect(() => () => throwIf('throws while unmounting', 'while unmounting'), []);
    throwIf('throws at render', 'at render');
    return createElement(Component);
  };
}
