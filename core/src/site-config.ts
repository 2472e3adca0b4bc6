/** Makes config.json: the name of a deployment and the addresses of its services. One build of the site serves any brand. */
import { readFile } from 'node:fs/promises';
import { siteConfigSchema } from 'shared-contracts/schemas';
import type { SiteConfig } from 'shared-contracts/types';
import { z } from 'zod';
import { type Config, ConfigError } from './config';
import { messageOf } from './errors';

const brandFileSchema = z
  .strictObject({
    ...siteConfigSchema.pick({
      brand: true,
      product: true,
      phone: true,
      website: true,
      support_url: true,
      logo_url: true,
      notification_icon_url: true,
    }).shape,
    flags: siteConfigSchema.shape.flags
      .extend({ update_check: siteConfigSchema.shape.flags.shape.update_check.partial() })
      .partial(),
  })
  .partial();

const defaultBrand = {
  brand: 'Foodhall',
  product: 'Foodhall',
  phone: '082 000 0000',
  website: 'https://foodhall.example',
  support_url: 'https://foodhall.example/support',
  logo_url: '/logo.svg',
  notification_icon_url: '/logo-192.png',
};

/** A page takes this time if its configuration has none, so that most pages need not carry it. */
const DEFAULT_GRACE_HOURS = 24;

/** @throws ConfigError when SITE_CONFIG names a file that cannot be used */
export async function readSiteConfig(config: Config): Promise<SiteConfig> {
  const { flags, ...brand } = config.siteConfigPath === null ? {} : await readBrandFile(config.siteConfigPath);
  const { realtime, payments } = config;
  return {
    ...defaultBrand,
    ...brand,
    api: '/api/v1',
    realtime: {
      key: realtime.key,
      cluster: realtime.cluster,
      ...(realtime.host !== null && { host: realtime.host }),
      ...(realtime.port !== null && { port: realtime.port }),
      ...(!realtime.isEmbedded && { tls: realtime.scheme === 'https' }),
    },
    scripts: { stripe: payments.stripeScriptUrl, paystack: payments.paystackScriptUrl },
    global: { hpp_url: payments.globalHppUrl },
    ...(config.overrideOrigins.length > 0 && { override_origins: [...config.overrideOrigins] }),
    // Only the releases of this site's own service are signed for its name.
    ...(config.registryKey && config.registrySite !== null && { registry_site: config.registrySite }),
    ...(config.registryGraceHours !== DEFAULT_GRACE_HOURS && { registry_grace_hours: config.registryGraceHours }),
    flags: {
      phone: true,
      ...flags,
      update_check: { enabled: true, reload_on_downgrade: false, ...flags?.update_check },
    },
  };
}

async function readBrandFile(path: string): Promise<z.output<typeof brandFileSchema>> {
  try {
    return brandFileSchema.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch (error) {
    const reason =
      error instanceof z.ZodError
        ? error.issues.map((issue) => `${issue.path.join('.') || 'file'}: ${issue.message}`).join('; ')
        : messageOf(error);
    throw new ConfigError('SITE_CONFIG', path, `a JSON file with the brand's own values (${reason})`);
  }
}
