/**
 * Tests that no screen moves by itself while it loads, however late its code, data, fonts and pictures arrive.
 */
import { expect } from '@playwright/test';
import { arriveOneByOne, isUsed, readShifts, recordShifts } from './support/layout-shift';
import { test } from './support/screen-state-test';
import { SCREEN_STATES } from './support/screen-states';
import { WINDOWS } from './support/windows';

/** The limit for the whole load, not for its worst second alone. */
const LIMIT = 0.02;

// A failure names the elements that moved.
test.use({ trace: 'off' });

for (const state of SCREEN_STATES.filter(({ open }) => !open.isPartial)) {
  test(state.name, async ({ openState }) => {
    const found = await Promise.all(
      WINDOWS.map(async (viewport) => {
        let settle = async () => {};
        const page = await openState(state, {
          viewport,
          prepare: async (opened) => {
            await opened.addInitScript(recordShifts);
            settle = await arriveOneByOne(opened);
          },
        });
        await settle();
        expect(await isUsed(page), 'A state that is reached by taps is marked as partial.').toBe(false);
        return { width: viewport.width, shifts: await readShifts(page) };
      }),
    );
    for (const { width, shifts } of found) {
      const total = shifts.reduce((sum, { value }) => sum + value, 0);
      expect(total, `at ${width} px: ${JSON.stringify(shifts, null, 2)}`).toBeLessThanOrEqual(LIMIT);
    }
  });
}
