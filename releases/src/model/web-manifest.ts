/** The web manifest of a site, from the brand in its config.json: one build serves any brand. */

/** The manifest's address at the root of the site. The shell's page names it. */
export const WEB_MANIFEST = 'manifest.webmanifest';

/** The brand in config.json. A static host without that file has Foodhall's own brand. */
export interface Brand {
  brand?: string;
  notification_icon_url?: string;
}

const OWN_ICON = '/logo-192.png';

interface ManifestIcon {
  src: string;
  sizes: string;
  type?: string;
  purpose: 'any' | 'maskable';
}

/** Fields as browsers define them (W3C, Web Application Manifest). */
export interface WebManifest {
  id: string;
  name: string;
  short_name: string;
  start_url: string;
  scope: string;
  display: 'standalone';
  background_color: string;
  theme_color: string;
  icons: ManifestIcon[];
  shortcuts: { name: string; url: string }[];
}

const png = (name: string, size: number, purpose: ManifestIcon['purpose']): ManifestIcon => ({
  src: `/${name}-${size}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
});

const OWN_ICONS: ManifestIcon[] = [
  png('logo', 192, 'any'),
  png('logo', 512, 'any'),
  png('icon-maskable', 192, 'maskable'),
  png('icon-maskable', 512, 'maskable'),
];

/** Makes the manifest. A brand with an icon of its own is not installed under Foodhall's icon. */
export function webManifest({ brand = 'Foodhall', notification_icon_url = OWN_ICON }: Brand): WebManifest {
  const isOwn = notification_icon_url === OWN_ICON;
  return {
    id: '/',
    name: brand,
    short_name: brand,
    start_url: '/',
    scope: '/',
    display: 'standalone',
    // The page's colour by day: tokens.css, --paper. A manifest cannot follow the device's theme.
    background_color: '#f8f6f2',
    theme_color: '#f8f6f2',
    icons: isOwn ? OWN_ICONS : [{ src: notification_icon_url, sizes: 'any', purpose: 'any' }],
    shortcuts: [
      { name: 'Venues', url: '/venues' },
      { name: 'Orders', url: '/queues' },
    ],
  };
}
