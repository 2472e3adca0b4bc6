/**
 * In place of lucide-react's factory of icons: the same drawings from a quarter of the code. The package's own builds them for any
 * framework, which is 1 KB of each screen with an icon. A test compares the two.
 */
const LEAN = `
import { createElement, forwardRef } from 'react';
import { useLucideContext } from './context.mjs';

export default function createLucideIcon(icon, node, others) {
  const { name, node: shapes, aliases = [], size: box = 24 } =
    typeof icon === 'string'
      ? { name: icon.replace(/([a-z0-9])([A-Z])/g, '$1-$2').toLowerCase(), node, aliases: others }
      : icon;
  const names = ['lucide', ...[name, ...aliases].filter(Boolean).map((each) => 'lucide-' + each)];
  return forwardRef((props, ref) => {
    const { color, size, width, height, strokeWidth, absoluteStrokeWidth, nonScalingStroke, className, children, ...rest } = props;
    const around = useLucideContext() ?? {};
    const pixels = width ?? size ?? around.size ?? 24;
    const stroke = strokeWidth ?? around.strokeWidth ?? 2;
    const isNamed = children || Object.keys(rest).some((key) => /^(aria-.*|role|title)$/.test(key) && rest[key] != null);
    const line = (nonScalingStroke ?? around.nonScalingStroke) && { vectorEffect: 'non-scaling-stroke' };
    return createElement(
      'svg',
      {
        ref,
        xmlns: 'http://www.w3.org/2000/svg',
        width: pixels,
        height: height ?? size ?? around.size ?? 24,
        viewBox: '0 0 ' + box + ' ' + box,
        fill: 'none',
        stroke: (color ?? around.color) || 'currentColor',
        strokeWidth: (absoluteStrokeWidth ?? around.absoluteStrokeWidth) ? (stroke * box) / pixels : stroke,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        className: [...new Set([...names, around.className, className].join(' ').split(/\\s+/))].filter(Boolean).join(' '),
        'aria-hidden': isNamed ? undefined : 'true',
        ...rest,
      },
      ...shapes.map(([tag, attributes]) => createElement(tag, { ...line, ...attributes })),
      children,
    );
  });
}
`;

/** What React knows a shape of a list by. The factory makes no list of them. */
const KEY = /,\s*key: "\w+"/g;

/**
 * @this {{ resourcePath: string } | void}
 * @param {string} source createLucideIcon.mjs of lucide-react, or one of its icons. What is written in another way stays as it is: a
 *   repository of a remote may have another version of the package
 */
module.exports = function leanIcon(source) {
  if (source.includes('const __iconData = {')) return source.replace(KEY, '').replace(/^__iconData\.node;$/m, '');
  return source.includes('function createLucideIcon(iconDataOrName, iconNode = [], aliases = [])') ? LEAN : source;
};
