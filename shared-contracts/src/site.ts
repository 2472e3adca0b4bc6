/** The deployment's config.json, provided by the shell: brand, addresses, flags. */
import type { SiteConfig } from './types';

let current: SiteConfig | undefined;

/** Sets the configuration that `site()` returns. The shell and tests call it. */
export function provideSite(config: SiteConfig): void {
  current = config;
}

/** Returns the configuration. It throws when no shell has provided it yet. */
export function site(): SiteConfig {
  if (!current) throw new Error('The site configuration is not provided yet: the shell calls provideSite first.');
  return current;
}
