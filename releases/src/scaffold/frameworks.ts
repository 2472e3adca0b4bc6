/** The frameworks that create-remote writes a remote for, besides the shell's own React. */

/** What a framework changes in the repository of a remote. */
export interface Framework {
  /** Its name in a sentence. */
  title: string;
  dependencies: Readonly<Record<string, string>>;
  devDependencies: Readonly<Record<string, string>>;
  /** The limits in bytes of each measure: the remote brings its framework. */
  budget: Readonly<Record<string, number>>;
  /** Fields of package.json. */
  manifest: Readonly<Record<string, unknown>>;
  /** True if the remote is built by Vite, and tested by Vitest. */
  hasVite: boolean;
}

/** Vite and what tests a remote beside it. */
const VITE = { jsdom: '^27.0.0', vite: '^8.4.0', vitest: '^4.1.12' };

export const FRAMEWORKS = {
  vue: {
    title: 'Vue',
    dependencies: { vue: '^3.5.45' },
    devDependencies: { ...VITE, '@vitejs/plugin-vue': '^6.0.11' },
    budget: { first: 35_000, all: 60_000, file: 100_000 },
    manifest: { type: 'module' },
    hasVite: true,
  },
  svelte: {
    title: 'Svelte',
    dependencies: { svelte: '^5.57.3' },
    devDependencies: { ...VITE, '@sveltejs/vite-plugin-svelte': '^7.3.1' },
    budget: { first: 30_000, all: 60_000, file: 100_000 },
    manifest: { type: 'module' },
    hasVite: true,
  },
  'react-own': {
    title: 'a React of its own',
    dependencies: { react: '^18.3.1', 'react-dom': '^18.3.1' },
    devDependencies: { '@types/react': '^18.3.0', '@types/react-dom': '^18.3.0' },
    budget: { first: 50_000, all: 90_000, file: 160_000 },
    manifest: { foodhall: { ownReact: true } },
    hasVite: false,
  },
} as const satisfies Record<string, Framework>;

export type FrameworkName = keyof typeof FRAMEWORKS;

export const isFramework = (name: string): name is FrameworkName => Object.hasOwn(FRAMEWORKS, name);
