import './keep-functions';

const evil = () => {
  throw new Error('of a remote');
};

test.each<[string, object, string]>([
  ['window.XMLHttpRequest', window, 'XMLHttpRequest'],
  ['window.localStorage', window, 'localStorage'],
  ['window.history', window, 'history'],
  ['setItem of storages', Storage.prototype, 'setItem'],
  ['replaceState', History.prototype, 'replaceState'],
  ['replaceState of this history', window.history, 'replaceState'],
  ['the send of a request', XMLHttpRequest.prototype, 'send'],
])('a remote that assigns or defines %s changes nothing, and its assignment throws nothing', (_what, object, name) => {
  const before = Reflect.get(object, name);
  Object.assign(object, { [name]: evil });
  expect(Reflect.get(object, name)).toBe(before);
  if (Object.hasOwn(object, name))
    expect(() => Object.defineProperty(object, name, { value: evil })).toThrow(TypeError);
});

test('storage and history work as before', () => {
  window.localStorage.setItem('kept', 'yes');
  expect(window.localStorage.getItem('kept')).toBe('yes');
  window.history.replaceState(null, '', '/kept');
  expect(window.location.pathname).toBe('/kept');
});
