import { usualDelivery } from './orders';

describe('the usual delivery', () => {
  it.each([
    ['is collection if the vendor allows it', ['table', 'collect'] as const, 'collect', 'collect', ''],
    [
      'is otherwise the first kind of location that the vendor serves',
      ['room', 'table'] as const,
      'deliver',
      'room',
      '12',
    ],
  ])('%s', (_what, types, method, type, location) => {
    expect(usualDelivery(types)).toMatchObject({
      delivery_method: method,
      delivery_method_type: type,
      delivery_method_location: location,
    });
  });
});
