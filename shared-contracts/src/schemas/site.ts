/** The deployment's own words and addresses, read at run time: one build serves any brand. */
import { z } from 'zod';

export const siteConfigSchema = z.object({
  brand: z.string().min(1),
  product: z.string().min(1),
  phone: z.string(),
  website: z.string(),
  support_url: z.string(),
  logo_url: z.string(),
  notification_icon_url: z.string(),
  /** Root of the API; a path means this origin. */
  api: z.string(),
  realtime: z
    .object({
      key: z.string(),
      cluster: z.string(),
      /** Left out: the page's own host and port. */
      host: z.string().optional(),
      port: z.number().int().optional(),
      tls: z.boolean().optional(),
    })
    .nullable(),
  /** Addresses of the payment providers' browser scripts; the content security policy is built from them. */
  scripts: z.object({ stripe: z.string().optional(), paystack: z.string().optional() }),
  /** Address of Global's hosted payment page; messages from other origins are ignored. */
  global: z.object({ hpp_url: z.string() }).optional(),
  /** The origins from which a developer's page may load a remote; 'http://localhost:*' allows any port. Absent: none. */
  override_origins: z.array(z.string()).optional(),
  /** The origins, by remote, from which this browser alone may load a remote. Absent: none. */
  overrides: z.record(z.string(), z.string()).optional(),
  /** The channel that this browser joined. Absent: none, or nothing is released to it. */
  channel: z.string().optional(),
  /** The site name that the registry must be signed for. If absent, any name is taken. */
  registry_site: z.string().optional(),
  /** For so many hours after its metadata have ended, pages go on without a message. Absent: 24. */
  registry_grace_hours: z.number().optional(),
  flags: z.object({
    phone: z.boolean(),
    /** Whether the page's devtools can be opened; off by default. */
    devtools: z.boolean().optional(),
    /** Whether a page looks for a newer version of itself. */
    update_check: z.object({
      enabled: z.boolean(),
      /** Any other version is applied, also an older one. */
      reload_on_downgrade: z.boolean(),
      /** The folder of meta.json, such as '/static'; the root by default. */
      directory: z.string().optional(),
    }),
  }),
});
