/**
 * The fault switch: has a remote fail on purpose, in this tab, until it is told otherwise. It stands in for the loader's
 * answer, since a page cannot have its server answer 503; what the real thing does is tested in e2e/isolation.spec.ts.
 */
import { type ComponentType, createElement, useEffect } from 'react';
import type { FailureReason, Interference } from '../remotes/loader';
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

/** By remote. What is no fault counts as none. */
export function readFaults(): Faults {
  try {
    const kept: unknown = JSON.parse(window.sessionStorage.getItem(FAULTS_KEY) ?? '{}');
    const known = Object.entries(kept as object).filter(([, fault]) => FAULTS.includes(fault));
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

/** What becomes of it in the loader: as of the real fault in a released build. */
const FAILURES: Readonly<
  Record<Exclude<Fault, 'hang' | 'throws at render' | 'throws while unmounting'>, [FailureReason, string]>
> = {
  '503': ['unreachable', 'answered 503'],
  '404': ['unreachable', 'answered 404'],
  'HTML instead of JS': ['altered', 'was blocked: it came as HTML'],
  'throws at load': ['broken', 'threw at load'],
};

/** Never settles for one that hangs: the loader gives up as it would for a file. */
export async function interfere(remote: string): Promise<Interference | undefined> {
  const fault = readFaults()[remote];
  switch (fault) {
    case undefined:
      return undefined;
    case 'hang':
      return await new Promise(() => {});
    case 'throws at render':
    case 'throws while unmounting':
      return { status: 'spoilt', spoil: (Part) => throwing(remote, Part) };
    default: {
      const [reason, what] = FAILURES[fault];
      return {
        status: 'failed',
        reason,
        error: new Error(`Remote '${remote}' ${what} (fault switch of the devtools).`),
      };
    }
  }
}

/** Throws for as long as the switch says so, so that another attempt works as soon as it does not. */
function throwing(remote: string, Part: ComponentType): ComponentType {
  const throwIf = (fault: Fault, when: string) => {
    if (readFaults()[remote] !== fault) return;
    throw new Error(`Remote '${remote}' threw ${when} (fault switch of the devtools).`);
  };
  return function Spoilt() {
    useEffect(() => () => throwIf('throws while unmounting', 'while unmounting'), []);
    throwIf('throws at render', 'at render');
    return createElement(Part);
  };
}
