import { deliveryFromQuery } from './use-delivery';

test.each([
  ['', {}],
  ['delivery_method=collect', { delivery_method: 'collect' }],
  [
    'delivery_method=deliver&delivery_method_type=table&delivery_method_location=%2012%20',
    { delivery_method: 'deliver', delivery_method_type: 'table', delivery_method_location: '12' },
  ],
  ['delivery_method=drone&delivery_method_type=moon&delivery_method_location=%20', {}],
])('reads from the query %j the delivery %j', (query, delivery) => {
  expect(deliveryFromQuery(new URLSearchParams(query))).toEqual(delivery);
});
