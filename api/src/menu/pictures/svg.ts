/** Writes a number in the shortest form for a path: two decimals, no padding. */
export function short(value: number): string {
  return String(Math.round(value * 100) / 100);
}

type Attributes = Record<string, string | number>;

/** Writes one SVG element. The attribute values are this program's numbers and colours, never text from a document. */
export function element(name: string, attributes: Attributes, children = ''): string {
  const written = Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${typeof value === 'number' ? short(value) : value}"`)
    .join('');
  return children === '' ? `<${name}${written}/>` : `<${name}${written}>${children}</${name}>`;
}

export function circle(cx: number, cy: number, r: number, attributes: Attributes): string {
  return element('circle', { cx, cy, r, ...attributes });
}

export function rectangle(x: number, y: number, width: number, height: number, fill: string): string {
  return element('rect', { ...(x ? { x } : {}), ...(y ? { y } : {}), width, height, fill });
}

/** Draws a flat contact shadow. It is not blurred, because a filter costs a phone more than the whole picture. */
export function shadow(cx: number, cy: number, rx: number, ry: number, fill: string, opacity: number): string {
  return element('ellipse', { cx, cy, rx, ry, fill, 'fill-opacity': opacity });
}

/** Writes a whole file. The picture fills the box that shows it, cropped around its middle. */
export function picture(width: number, height: number, ...parts: string[]): string {
  return element(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      viewBox: `0 0 ${width} ${height}`,
      width,
      height,
      preserveAspectRatio: 'xMidYMid slice',
    },
    parts.join(''),
  );
}
