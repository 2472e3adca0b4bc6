import './keep-functions';

const evil = () => {
  throw new Error('A remote has replaced this function.');
};

test.each<[string, object, string]>([
  ['window.XMLHttpRequest', window, 'XMLHttpRequest'],
  ['window.localStorage', window, 'localStorage'],
  ['window.history', window, 'history'],
  ['setItem of every storage', Storage.prototype, 'setItem'],
  ['replaceState of every history', History.prototype, 'replaceState'],
  ['replaceState of this history', window.history, 'replaceState'],
  ['send of XMLHttpRequest', XMLHttpRequest.prototype, 'send'],
])('a remote cannot replace %s, and its assignment does not throw', (_what, object, name) => {
  const before = Reflect.get(object, name);
  Object.assign(object, { [name]: evil });
  expect(Reflect.get(object, name)).toBe(before);
  if (Object.hasOwn(object, name))
    expect(() => Object.defineProperty(object, name, { value: evil })).toThrow(TypeError);
});

test('storage and history still work', () => {
  window.localStorage.setItem('kept', 'yes');
  expect(window.localStorage.getItem('kept')).toBe('yes');
  window.history.replaceState(null, '', '/kept');
  expect(window.location.pathname).toBe('/kept');
});
