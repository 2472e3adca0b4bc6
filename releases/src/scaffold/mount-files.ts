/** The files of a remote with another framework than the shell's React, or with a React of its own. Each screen exports `mount`. */
import type { FrameworkName } from './frameworks';
import { definitionFiles, pascal, titleOf } from './remote-files';

/** What the components take from the shell: data, events and texts. It knows no framework. */
const venuesOf = (title: string): string => `import { subscribe } from 'shared-contracts/events';
import { invalidate, queryClient, resource } from 'shared-contracts/query';
import type { Envelope, Venue } from 'shared-contracts/types';
import { t } from '../words';

/** The texts in the visitor's language. Call it while a component starts: the translations are there by then. */
export const texts = () => ({
  title: t('${title}'),
  loading: t('Loading venues…'),
  failed: t('The venues could not be loaded.'),
  again: t('Try Again'),
  empty: t('No records found.'),
});

/** Reads the venues, from the page's cache while they are fresh. */
export async function readVenues(): Promise<Venue[]> {
  const { data } = await queryClient().fetchQuery(resource<Envelope<Venue[]>>('/venues'));
  return data;
}

/** Calls the listener when what is shown may be old. Returns a function that ends it. */
export const whenOld = (listener: () => void): (() => void) =>
  subscribe('refresh-wanted', async () => {
    await invalidate('/venues');
    listener();
  });

export const pathOf = ({ id }: Venue) => \`/venues/\${id}/vendors\`;
`;

const STYLE = `.page {
  padding: var(--space-4);
}

.venues {
  display: grid;
  gap: var(--space-2);
  color: var(--ink);
}
`;

const indented = (text: string): string => text.replace(/^(?=.)/gm, '  ');

/** React warns of updates outside of act() where this is true, as the kit's tests set it. */
const ACT = `
// The tests wait for what is shown, as a visitor does.
beforeEach(() => void Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false }));
`;

/** A test for Vitest, or for Jest, whose functions are globals. */
function testOf(name: string, runner: 'vitest' | 'jest'): string {
  const isVitest = runner === 'vitest';
  const waitFor = isVitest ? 'vi.waitFor' : 'waitFor';
  const imports = isVitest
    ? [
        "import { fakeApi, mountScreen } from 'shared-contracts/testing/mount';",
        "import { expect, test, vi } from 'vitest';",
      ]
    : [
        "import { waitFor } from '@testing-library/dom';",
        "import { fakeApi, mountScreen } from 'shared-contracts/testing/mount';",
      ];
  return `${imports.join('\n')}
import { mount } from './${name}.screen';

const link = (element: HTMLElement) => element.querySelector('a');
${isVitest ? '' : ACT}
test('lists the venues, each with the way to its vendors, and leaves nothing behind', async () => {
  const api = fakeApi().on('GET /venues', { data: [{ id: 1, name: 'Granary Square Market' }] });
  const { element, paths, unmount } = mountScreen(mount, { api });
  await ${waitFor}(() => expect(link(element)?.textContent).toBe('Granary Square Market'));
  link(element)?.click();
  expect(paths).toEqual(['/venues/1/vendors']);
  unmount();
  expect(element.innerHTML).toBe('');
});

test('reads the venues again when they may be old', async () => {
  const api = fakeApi().on('GET /venues', { data: [] });
  const { element, store, unmount } = mountScreen(mount, { api });
  await ${waitFor}(() => expect(element.textContent).toContain('No records found.'));
  store.publish('refresh-wanted', { why: 'focus' });
  await ${waitFor}(() => expect(api.requests).toHaveLength(2));
  unmount();
});
`;
}

function vueFiles(name: string): Record<string, string> {
  return {
    'vite.config.ts': `import vue from '@vitejs/plugin-vue';
import { defineConfig } from 'vitest/config';

export default defineConfig({ plugins: [vue()], test: { environment: 'jsdom' } });
`,
    'src/components.d.ts': `declare module '*.vue' {
  import type { Component } from 'vue';

  const component: Component;
  export default component;
}
`,
    [`src/${name}/${name}.screen.ts`]: `import type { MountProps } from 'shared-contracts/remote';
import { createApp } from 'vue';
import ${pascal(name)} from './${name}.vue';

export function mount(element: HTMLElement, { navigate, fail }: MountProps) {
  const app = createApp(${pascal(name)}, { navigate });
  // Vue would log an error and go on with half a screen. The shell shows the failure, with Try Again.
  app.config.errorHandler = fail;
  app.mount(element);
  return () => app.unmount();
}
`,
    [`src/${name}/${name}.vue`]: `<script setup lang="ts">
import type { Venue } from 'shared-contracts/types';
import { onMounted, onUnmounted, ref, shallowRef } from 'vue';
import { pathOf, readVenues, texts, whenOld } from './venues';

const { navigate } = defineProps<{ navigate: (path: string) => void }>();

const words = texts();
const venues = shallowRef<Venue[]>();
const isFailed = ref(false);

async function read() {
  try {
    venues.value = await readVenues();
    isFailed.value = false;
  } catch {
    isFailed.value = true;
  }
}
onMounted(read);
onUnmounted(whenOld(read));
</script>

<template>
  <section :class="$style.page">
    <h1>{{ words.title }}</h1>
    <p v-if="isFailed" role="alert">{{ words.failed }} <button type="button" @click="read">{{ words.again }}</button></p>
    <p v-else-if="!venues" role="status">{{ words.loading }}</p>
    <p v-else-if="venues.length === 0">{{ words.empty }}</p>
    <ul v-else :class="$style.venues">
      <li v-for="venue in venues" :key="venue.id">
        <a :href="pathOf(venue)" @click.exact.prevent="navigate(pathOf(venue))">{{ venue.name }}</a>
      </li>
    </ul>
  </section>
</template>

<style module>
${STYLE}</style>
`,
    [`src/${name}/${name}.test.ts`]: testOf(name, 'vitest'),
  };
}

function svelteFiles(name: string): Record<string, string> {
  return {
    'vite.config.ts': `import { svelte } from '@sveltejs/vite-plugin-svelte';
import { cssHash } from 'foodhall-remote-kit/vite';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [svelte({ configFile: false, compilerOptions: { cssHash } })],
  // Vitest takes the code of packages for Node otherwise.
  resolve: process.env.VITEST ? { conditions: ['browser'] } : undefined,
  test: { environment: 'jsdom' },
});
`,
    'src/components.d.ts': `declare module '*.svelte' {
  import type { Component } from 'svelte';

  const component: Component<Record<string, unknown>>;
  export default component;
}
`,
    [`src/${name}/${name}.screen.ts`]: `import type { MountProps } from 'shared-contracts/remote';
import { mount as mountComponent, unmount } from 'svelte';
import Guarded from './guarded.svelte';

export function mount(element: HTMLElement, { navigate, fail }: MountProps) {
  const component = mountComponent(Guarded, { target: element, props: { navigate, fail } });
  return () => void unmount(component);
}
`,
    [`src/${name}/guarded.svelte`]: `<script lang="ts">
  import type { MountProps } from 'shared-contracts/remote';
  import ${pascal(name)} from './${name}.svelte';

  const { navigate, fail }: Pick<MountProps, 'navigate' | 'fail'> = $props();
</script>

<!-- The shell shows the failure of an error that Svelte meets after the first rendering, with Try Again. -->
<svelte:boundary onerror={(error) => fail?.(error)}>
  <${pascal(name)} {navigate} />
</svelte:boundary>
`,
    [`src/${name}/${name}.svelte`]: `<script lang="ts">
  import type { MountProps } from 'shared-contracts/remote';
  import type { Venue } from 'shared-contracts/types';
  import { onMount } from 'svelte';
  import { pathOf, readVenues, texts, whenOld } from './venues';

  const { navigate }: Pick<MountProps, 'navigate'> = $props();

  const words = texts();
  let venues = $state.raw<Venue[]>();
  let isFailed = $state(false);

  async function read() {
    try {
      venues = await readVenues();
      isFailed = false;
    } catch {
      isFailed = true;
    }
  }
  onMount(() => {
    void read();
    return whenOld(read);
  });

  function open(event: MouseEvent, venue: Venue) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    navigate(pathOf(venue));
  }
</script>

<section class="page">
  <h1>{words.title}</h1>
  {#if isFailed}
    <p role="alert">{words.failed} <button type="button" onclick={read}>{words.again}</button></p>
  {:else if !venues}
    <p role="status">{words.loading}</p>
  {:else if venues.length === 0}
    <p>{words.empty}</p>
  {:else}
    <ul class="venues">
      {#each venues as venue (venue.id)}
        <li><a href={pathOf(venue)} onclick={(event) => open(event, venue)}>{venue.name}</a></li>
      {/each}
    </ul>
  {/if}
</section>

<style>
${indented(STYLE)}</style>
`,
    [`src/${name}/${name}.test.ts`]: testOf(name, 'vitest'),
  };
}

function reactFiles(name: string): Record<string, string> {
  const component = pascal(name);
  return {
    [`src/${name}/mounted.tsx`]: `import { Component, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import type { MountProps } from 'shared-contracts/remote';

interface GuardedProps extends Pick<MountProps, 'fail'> {
  children: ReactNode;
}

/** The shell's boundary is of another React. It shows the failure once it is told of the error. */
class Guarded extends Component<GuardedProps> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch(error: unknown) {
    this.props.fail?.(error);
  }

  override render() {
    return this.state.hasFailed ? null : this.props.children;
  }
}

/** Shows content of this remote's own React in an element of the shell. Returns a function that removes it. */
export function mounted(element: HTMLElement, fail: MountProps['fail'], content: ReactNode) {
  const root = createRoot(element);
  root.render(<Guarded fail={fail}>{content}</Guarded>);
  return () => root.unmount();
}
`,
    [`src/${name}/${name}.screen.tsx`]: `import type { MountProps } from 'shared-contracts/remote';
import { mounted } from './mounted';
import { ${component} } from './${name}';

export const mount = (element: HTMLElement, { navigate, fail }: MountProps) =>
  mounted(element, fail, <${component} navigate={navigate} />);
`,
    [`src/${name}/${name}.tsx`]: `import { type MouseEvent, useCallback, useEffect, useState } from 'react';
import type { MountProps } from 'shared-contracts/remote';
import type { Venue } from 'shared-contracts/types';
import styles from './${name}.module.css';
import { pathOf, readVenues, texts, whenOld } from './venues';

export function ${component}({ navigate }: Pick<MountProps, 'navigate'>) {
  const words = texts();
  const [venues, setVenues] = useState<Venue[]>();
  const [isFailed, setFailed] = useState(false);
  const read = useCallback(async () => {
    try {
      setVenues(await readVenues());
      setFailed(false);
    } catch {
      setFailed(true);
    }
  }, []);
  useEffect(() => {
    void read();
    return whenOld(read);
  }, [read]);

  function open(event: MouseEvent, venue: Venue) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    navigate(pathOf(venue));
  }

  return (
    <section className={styles.page}>
      <h1>{words.title}</h1>
      {isFailed && (
        <p role="alert">
          {words.failed}{' '}
          <button type="button" onClick={read}>
            {words.again}
          </button>
        </p>
      )}
      {!isFailed && !venues && <p role="status">{words.loading}</p>}
      {venues?.length === 0 && <p>{words.empty}</p>}
      <ul className={styles.venues}>
        {venues?.map((venue) => (
          <li key={venue.id}>
            <a href={pathOf(venue)} onClick={(event) => open(event, venue)}>
              {venue.name}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
`,
    [`src/${name}/${name}.module.css`]: STYLE,
    [`src/${name}/refresh.slot.tsx`]: `import { useEffect } from 'react';
import type { MountProps } from 'shared-contracts/remote';
import { mounted } from './mounted';
import { whenOld } from './venues';

const nothing = () => {};

/** On every page, without anything to see: the venues are out of date once they may be old. */
function Refresh() {
  useEffect(() => whenOld(nothing), []);
  return null;
}

export const mount = (element: HTMLElement, { fail }: MountProps) => mounted(element, fail, <Refresh />);
`,
    [`src/${name}/${name}.test.tsx`]: testOf(name, 'jest'),
  };
}

/**
 * Writes the files of a remote with another framework, by path in its folder.
 * @param contract the version of shared-contracts that it asks a shell for
 */
export function mountFiles(name: string, contract: string, framework: FrameworkName): Record<string, string> {
  const files = { vue: vueFiles, svelte: svelteFiles, 'react-own': reactFiles }[framework](name);
  return {
    ...definitionFiles(name, contract, framework === 'react-own'),
    [`src/${name}/venues.ts`]: venuesOf(titleOf(name)),
    ...files,
  };
}
