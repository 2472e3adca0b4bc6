import type { SiteConfig } from './types';
export declare function provideSite(config: SiteConfig): void;
export declare function site(): SiteConfig;
