/** Reads and writes the XML of Global's remote interface (epage-remote.cgi): elements of one level, whose values stay texts. */
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { z } from 'zod';

const ATTRIBUTE = '@';
const TEXT = '#text';

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: ATTRIBUTE,
  alwaysCreateTextNode: true,
  textNodeName: TEXT,
  // '00' stays '00', and an order number of thirty digits keeps all of them.
  parseTagValue: false,
  parseAttributeValue: false,
  // Declarations in a document are not expanded. The five entities of XML itself are read below.
  processEntities: false,
});

const element = z.looseObject({ [TEXT]: z.string() });
const responseSchema = z.object({ response: z.looseObject({}) });

export interface XmlResponse {
  /** Returns the text of an element directly under `<response>`; '' if it is missing, empty or there twice. */
  text(name: string): string;
  /** Returns an attribute of `<response>`, or of an element directly under it; '' if it is missing. */
  attribute(name: string, of?: string): string;
}

/** @returns undefined for any text that is not a complete `<response>` */
export function readXmlResponse(xml: string): XmlResponse | undefined {
  const parsed = responseSchema.safeParse(parse(xml));
  if (!parsed.success) return undefined;
  const { response } = parsed.data;
  const childOf = (name: string): Record<string, unknown> => element.safeParse(response[name]).data ?? {};
  return {
    text: (name) => plain(childOf(name)[TEXT]),
    attribute: (name, of) => plain((of === undefined ? response : childOf(of))[`${ATTRIBUTE}${name}`]),
  };
}

function parse(xml: string): unknown {
  // The parser closes the elements that a truncated response left open. The validator does not.
  if (XMLValidator.validate(xml) !== true) return undefined;
  try {
    return parser.parse(xml);
  } catch {
    // The parser refuses names such as __proto__.
    return undefined;
  }
}

function plain(value: unknown): string {
  if (typeof value !== 'string') return '';
  return value
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&');
}
