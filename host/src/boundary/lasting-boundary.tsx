/**
 * A boundary that outlives what it holds. React hands an error that an effect's cleanup throws to the nearest boundary
 * that is still mounted: one that goes together with its content catches nothing, and the whole page would fail.
 */
import { type ReactNode, useState } from 'react';
import { forgetResources, ReadResourcesContext, type ResourceKey } from 'shared-contracts/query';
import { Boundary, type BoundaryProps } from './boundary';

interface LastingBoundaryProps extends Omit<BoundaryProps, 'onError'> {
  /** Names the content; other content has another name. Undefined: there is none. */
  id: string | undefined;
  /** Whose content it is, for the report. */
  owner?: string | undefined;
  /** @param isLeaving the content was being taken away; the place itself shows the next content, or nothing */
  onError?: (error: unknown, owner: string | undefined, isLeaving: boolean) => void;
}

interface Holding {
  turn: number;
  id: string | undefined;
  owner: string | undefined;
  /** What the content read of the server: it may be what the content failed over. */
  read: Map<string, ResourceKey>;
}

/** Empty boundaries cost nothing. As many as a chain of redirects may leave behind at once. */
const MOST_HOLDINGS = 5;

const nothing = () => null;

export function LastingBoundary({ id, owner, resetKey, fallback, onError, children }: LastingBoundaryProps): ReactNode {
  const [holdings, setHoldings] = useState<readonly Holding[]>(() => [{ turn: 0, id, owner, read: new Map() }]);
  const current = holdings.at(-1);
  if (current && current.id !== id) {
    const next = { turn: current.turn + 1, id, owner, read: new Map() };
    setHoldings([...holdings, next].slice(-MOST_HOLDINGS));
  }
  return holdings.map((holding) => {
    const isLeaving = holding !== current || id === undefined;
    // Once more at the retry: who else shows the same data may have fetched it again.
    const startAfresh = (retry: () => void) => () => {
      forgetResources(holding.read.values());
      retry();
    };
    return (
      <Boundary
        key={holding.turn}
        resetKey={resetKey}
        fallback={isLeaving ? nothing : (retry) => fallback(startAfresh(retry))}
        onError={(error) => {
          if (!isLeaving) forgetResources(holding.read.values());
          onError?.(error, holding.owner, isLeaving);
        }}
      >
        {isLeaving ? null : <ReadResourcesContext value={holding.read}>{children}</ReadResourcesContext>}
      </Boundary>
    );
  });
}
