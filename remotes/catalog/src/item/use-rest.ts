import { useEffect, useState } from 'react';

/** Longer than between the two taps of a double tap. */
const REST_MS = 600;

/** True for a moment after a value has changed: what has just come under a finger does not take that finger's next tap. */
export function useRest<Value>(value: Value): boolean {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), REST_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled !== value;
}
