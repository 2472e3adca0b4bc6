import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { apps, directoryOf, isRemote } from 'releases/build/apps';
import { z } from 'zod';
import { CORE_STATES, REDIRECTS } from './core';
import { SCREEN_STATES } from './screen-states';

const manifestSchema = z.object({ routes: z.array(z.object({ screen: z.string() })) });

test.each(apps.filter(isRemote))('the core opens every screen of %s', async (app) => {
  const { routes } = manifestSchema.parse(
    JSON.parse(await readFile(path.join(directoryOf(app), 'remote.json'), 'utf8')),
  );
  const opened = CORE_STATES.filter((each) => each.app === app).map(({ screen }) => screen);
  const missing = routes.map(({ screen }) => screen).filter((screen) => !opened.includes(screen) && !REDIRECTS[screen]);
  const remedy =
    missing.length > 0 ? [`Add a row for each to TABLE in core.ts, and its state to screen-states.ts.`] : [];
  expect([...missing, ...remedy]).toEqual([]);
});

test('each core state is a screen state of the person in the table', () => {
  const people = new Map(SCREEN_STATES.map(({ name, who = 'visitor' }) => [name, who]));
  expect(CORE_STATES.filter(({ state, who }) => people.get(state) !== who)).toEqual([]);
});
