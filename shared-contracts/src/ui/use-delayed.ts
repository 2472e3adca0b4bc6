import { useEffect, useState } from 'react';

/**
 * False for the first `ms` milliseconds, then true: work that ends before a visitor notices shows no waiting.
 * 100 ms by default, the product's delay before a placeholder appears. Skeletons do this by themselves, in CSS.
 */
export function useDelayed(ms = 100): boolean {
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsOver(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return isOver;
}
