// foodhall-remote-kit/vite: what a team's own configuration of Vite takes from the kit.
import { apps, root } from '../build/apps';
import { classNameOf } from '../build/vite/class-names';

/**
 * Names the class by which Svelte scopes the styles of a component, in the form that a release knows as the remote's own.
 * @example
 * svelte({ compilerOptions: { cssHash } })
 */
export const cssHash = ({ filename }: { filename: string }): string =>
  classNameOf(apps[0] ?? '', root)('scoped', filename);
