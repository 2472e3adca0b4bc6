import { type BuiltModule, problemsOfComponents } from './components';

const exporting = (...names: string[]): BuiltModule => ({ files: [], exports: (name) => names.includes(name) });
const MANIFEST = {
  routes: [{ path: '/menu', screen: 'menu', guard: 'public', audience: 'anyone', title: 'Menu' }],
  slots: [{ slot: 'background', module: 'badge', audience: 'anyone' }],
} as const;
const problems = (modules: Record<string, BuiltModule>) =>
  problemsOfComponents(MANIFEST, new Map(Object.entries(modules)));

test('a route has its screen and a slot its component, in React or not', () => {
  expect(problems({ menu: exporting('Screen'), badge: exporting('Slot', 'helper') })).toEqual([]);
  expect(problems({ menu: exporting('mount'), badge: exporting('mount') })).toEqual([]);
});

test('the check names a module that src/remote.ts does not import, with the route or slot that needs it', () => {
  expect(problems({})).toEqual([
    "The route /menu names the screen 'menu', which src/remote.ts does not import.",
    "The slot background names the slot 'badge', which src/remote.ts does not import.",
  ]);
});

test('the check names a file without the required export, with the name of that export', () => {
  expect(problems({ menu: exporting('Slot'), badge: exporting('Screen') })).toEqual([
    "The route /menu names the screen 'menu', whose file exports neither 'Screen' nor 'mount'.",
    "The slot background names the slot 'badge', whose file exports neither 'Slot' nor 'mount'.",
  ]);
});
