import { renderHook, waitFor } from '@testing-library/react';
import { useDrawn } from './use-drawn';

test('draws a long list in steps until it is complete', async () => {
  const steps: number[] = [];
  const { result, rerender } = renderHook(
    ({ total }) => {
      const drawn = useDrawn(total);
      steps.push(drawn);
      return drawn;
    },
    { initialProps: { total: 200 } },
  );
  await waitFor(() => expect(result.current).toBeGreaterThanOrEqual(200));
  expect(steps[0]).toBeLessThan(50);
  expect(new Set(steps).size).toBeGreaterThan(3);
  rerender({ total: 190 });
  expect(result.current).toBeGreaterThanOrEqual(200);
});

test('draws a short list at once', () => {
  const { result } = renderHook(() => useDrawn(10));
  expect(result.current).toBeGreaterThanOrEqual(10);
});
