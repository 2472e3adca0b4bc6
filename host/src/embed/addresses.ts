/**
 * A Foodhall's addresses of files are relative to its origin: '/media/…'. On a page of another site they need that
 * origin.
 */
import type { ApiClient } from 'shared-contracts/client';
import type { SiteConfig } from 'shared-contracts/types';

export interface CompletedAddresses {
  config(config: SiteConfig): SiteConfig;
  /** Completes each `…_url` of each body: mostly pictures. */
  client(client: ApiClient): ApiClient;
}

export function completeAddresses(site: string): CompletedAddresses {
  const { hostname, port, protocol } = new URL(site);
  const absolute = (address: string) => new URL(address, site).href;

  function named(key: string, value: unknown): unknown {
    return key.endsWith('_url') && typeof value === 'string' && value.startsWith('/') ? absolute(value) : value;
  }
  const completed = async <T>(body: Promise<T>): Promise<T> => {
    const value = await body;
    return value === undefined ? value : (JSON.parse(JSON.stringify(value), named) as T);
  };

  return {
    config: (config) => ({
      ...config,
      api: absolute(config.api),
      logo_url: absolute(config.logo_url),
      notification_icon_url: absolute(config.notification_icon_url),
      support_url: absolute(config.support_url),
      realtime: config.realtime && {
        // Without an address, the engine is the site's own.
        ...(config.realtime.tls === undefined && {
          host: hostname,
          port: Number(port) || (protocol === 'https:' ? 443 : 80),
          tls: protocol === 'https:',
        }),
        ...config.realtime,
      },
    }),
    client: (client) => ({
      get: (path, options) => completed(client.get(path, options)),
      post: (path, body, options) => completed(client.post(path, body, options)),
      put: (path, body, options) => completed(client.put(path, body, options)),
      delete: (path, options) => completed(client.delete(path, options)),
    }),
  };
}
