/** Custom properties in styles, read with a CSS parser. */
import { transform } from 'lightningcss';

/** The custom properties that a style sheet declares, and those that it reads with var(). */
export interface CustomProperties {
  declared: Set<string>;
  used: Set<string>;
}

/** @throws if the text is no CSS */
export function customPropertiesIn(css: string, filename = 'style.css'): CustomProperties {
  const declared = new Set<string>();
  const used = new Set<string>();
  transform({
    filename,
    code: Buffer.from(css),
    cssModules: filename.endsWith('.module.css'),
    visitor: {
      Declaration: {
        custom({ name }) {
          if (name.startsWith('--')) declared.add(name);
        },
      },
      Variable({ name }) {
        used.add(name.ident);
      },
    },
  });
  return { declared, used };
}
