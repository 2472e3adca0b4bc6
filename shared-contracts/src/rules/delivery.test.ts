import {
  chooseMethod,
  chooseType,
  DELIVERY_MESSAGES,
  deliveryErrors,
  describeDelivery,
  initialChoice,
  isSupported,
  locationHint,
  withMethod,
} from './delivery';

const NONE = { method: '', type: '', location: '' } as const;
const TABLE = { method: 'deliver', type: 'table', location: '12' } as const;
const COLLECT = { method: 'collect', type: 'collect', location: '' } as const;

describe('delivery', () => {
  test.each([
    [
      "a vendor with only table forces it, with the visitor's destination",
      ['table'],
      NONE,
      '7',
      { method: 'deliver', type: 'table', location: '7' },
    ],
    [
      "a vendor with only address forces it, without the visitor's table as the address",
      ['address'],
      NONE,
      '7',
      { method: 'deliver', type: 'address', location: '' },
    ],
    [
      'a choice that is offered stays while its location is missing',
      ['collect', 'table'],
      { ...TABLE, location: '' },
      '7',
      { ...TABLE, location: '' },
    ],
    [
      'a choice that is no longer offered becomes open',
      ['collect', 'table'],
      { ...TABLE, type: 'room' },
      '7',
      { method: '', type: '', location: '12' },
    ],
    ['a vendor with only collect forces it', ['collect'], NONE, '7', COLLECT],
    ['a supported choice of the order stays', ['collect', 'table'], TABLE, '7', TABLE],
    [
      'a collect that is not offered becomes a delivery',
      ['table', 'room'],
      COLLECT,
      '7',
      { method: 'deliver', type: '', location: '7' },
    ],
    [
      'several ways without a choice stay open',
      ['collect', 'table'],
      NONE,
      '7',
      { method: '', type: '', location: '7' },
    ],
  ] as const)('%s', (_title, offered, current, destination, choice) => {
    expect(initialChoice(offered, current, destination)).toEqual(choice);
  });

  test('choosing collect sets the type to collect, choosing deliver clears it', () => {
    expect(withMethod(TABLE, 'collect')).toMatchObject({ method: 'collect', type: 'collect' });
    expect(withMethod(COLLECT, 'deliver')).toMatchObject({ method: 'deliver', type: '' });
  });

  test("a remote of contract 1.0 still gets a vendor's only deliver type", () => {
    expect(chooseMethod(['collect', 'table'], COLLECT, 'deliver', '9')).toEqual({ ...TABLE, location: '9' });
    expect(chooseMethod(['collect', 'table', 'room'], COLLECT, 'deliver', '9')).toMatchObject({ type: '' });
    expect(chooseMethod(['collect', 'table'], TABLE, 'collect', '9')).toMatchObject({ type: 'collect' });
  });

  test('choosing a deliver type sets the location to the destination', () => {
    expect(chooseType({ method: 'deliver', type: '', location: 'x' }, 'room', '408').location).toBe('408');
  });

  test.each([
    ['no choice', NONE, { delivery_method: DELIVERY_MESSAGES.type }],
    ['a collect', COLLECT, {}],
    ['a table with its number', TABLE, {}],
    [
      'a delivery without a type',
      { ...TABLE, type: '' },
      { delivery_method_type: 'Please select on of the delivery method types' },
    ],
    [
      'a delivery without a location',
      { ...TABLE, location: '  ' },
      { delivery_method_location: 'Please specify a delivery method location' },
    ],
    [
      'a type that is not offered',
      { ...TABLE, type: 'address' },
      { delivery_method_type: DELIVERY_MESSAGES.notOffered },
    ],
  ] as const)('validates %s: %j', (_title, choice, errors) => {
    expect(deliveryErrors(['collect', 'table'], choice)).toEqual(errors);
  });

  test('collect is refused where it is not offered', () => {
    expect(isSupported(['table'], COLLECT)).toBe(false);
  });

  test.each([
    ['table', 'Table number is required.'],
    ['address', 'Please specify a delivery method location'],
    ['room', undefined],
  ] as const)('the hint below an empty location of a %s is %s', (type, hint) => {
    expect(locationHint({ method: 'deliver', type, location: '' })).toBe(hint);
  });

  test.each([
    [COLLECT, 'Collect'],
    [TABLE, 'Deliver to Table 12'],
    [{ method: 'deliver', type: 'room', location: '408' }, 'Deliver to Room 408'],
    [{ method: 'deliver', type: 'room', location: 'Room 204' }, 'Deliver to Room 204'],
    [{ method: 'deliver', type: 'table', location: 'table 7' }, 'Deliver to table 7'],
    [{ method: 'deliver', type: 'address', location: '1 Long Street' }, 'Deliver to 1 Long Street'],
  ] as const)('%j is described as %s', (choice, text) => {
    expect(describeDelivery(choice)).toBe(text);
  });
});
