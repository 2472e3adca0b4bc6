/** The XML of Global's remote interface (epage-remote.cgi): elements of one level, every value as the text it is. */
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
  // Nothing that a document declares is expanded. The five names of XML itself are read below.
  processEntities: false,
});

const element = z.looseObject({ [TEXT]: z.string() });
const responseSchema = z.object({ response: z.looseObject({}) });

export interface XmlResponse {
  /** The text of an element directly under `<response>`; '' where it is missing, empty or there twice. */
  text(name: string): string;
  /** An attribute of `<response>`, or of an element directly under it; '' where it is missing. */
  attribute(name: string, of?: string): string;
}

/** @returns undefined for what is not a whole `<response>` */
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
  // The parser closes what a cut response left open; the validator does not.
  if (XMLValidator.validate(xml) !== true) return undefined;
  try {
    return parser.parse(xml);
  } catch {
    // It refuses names such as __proto__.
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
