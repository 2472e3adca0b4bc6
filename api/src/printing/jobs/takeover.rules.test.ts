import { isCircular, takeoverOf } from './takeover.rules';

const printer = (id: number, takeover: number | null, isReady = true) => ({
  id,
  takeover_printer_id: takeover,
  isReady,
});

test.each([
  ['the one that it names', [printer(1, 2, false), printer(2, null)], 2],
  [
    'the next one, where the first has a problem too',
    [printer(1, 2, false), printer(2, 3, false), printer(3, null)],
    3,
  ],
  ['none, where no other is ready', [printer(1, 2, false), printer(2, null, false)], undefined],
  ['none, where none is named', [printer(1, null, false), printer(2, null)], undefined],
  ['none, where the named one is gone', [printer(1, 9, false)], undefined],
  ['none, where the takeovers are a circle', [printer(1, 2, false), printer(2, 1, false)], undefined],
])('the printer that takes over is %s', (_which, printers, expected) => {
  expect(takeoverOf(printers, 1)?.id).toBe(expected);
});

test.each([
  ['a printer itself', 1, true],
  ['a printer that hands over to it', 3, true],
  ['a printer that hands over to another', 2, false],
  ['none', null, false],
])('%s is a circle or not', (_takeover, takeoverId, expected) => {
  expect(isCircular([printer(1, null), printer(2, null), printer(3, 1)], 1, takeoverId)).toBe(expected);
});
