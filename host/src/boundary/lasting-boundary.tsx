/**
 * A boundary that outlives its content. React passes an error of an effect's cleanup to the nearest boundary that is
 * still mounted: a boundary that unmounts with its content catches nothing, and the whole page would fail.
 */
import { type ReactNode, useState } from 'react';
import { forgetResources, ReadResourcesContext, type ResourceKey } from 'shared-contracts/query';
import { Boundary, type BoundaryProps } from './boundary';

interface LastingBoundaryProps extends Omit<BoundaryProps, 'onError'> {
  /** Identifies the content; other content has another id. Undefined: there is none. */
  id: string | undefined;
  /** The remote that owns the content, for the report. */
  owner?: string | undefined;
  /** @param isLeaving the content was being unmounted; the boundary shows the next content, or nothing */
  onError?: (error: unknown, owner: string | undefined, isLeaving: boolean) => void;
}

interface Holding {
  turn: number;
  id: string | undefined;
  owner: string | undefined;
  /** The resources that the content read: one of them may be the cause of its failure. */
  read: Map<string, ResourceKey>;
}

/** A chain of redirects may leave several boundaries at once. Empty ones cost nothing. */
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
    // The retry drops the data again, since another component that shows it may have fetched it in the meantime.
    const reset = (retry: () => void) => () => {
      forgetResources(holding.read.values());
      retry();
    };
    return (
      <Boundary
        key={holding.turn}
        resetKey={resetKey}
        fallback={isLeaving ? nothing : (retry) => fallback(reset(retry))}
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
