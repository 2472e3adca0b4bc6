import { commandOf } from './replies.rules';

test.each([
  ['STOP', 'stop'],
  [' stop. ', 'stop'],
  ['Stop  all', 'stop'],
  ['UNSUBSCRIBE', 'stop'],
  ['Arrêt', 'stop'],
  ['ARRET', 'stop'],
  ['START', 'start'],
  ['unstop!', 'start'],
  ['', null],
  ['Please stop by the counter', null],
  ['non stop', null],
  ['thanks', null],
])("the reply '%s' is the command %s", (reply, command) => {
  expect(commandOf(reply)).toBe(command);
});
