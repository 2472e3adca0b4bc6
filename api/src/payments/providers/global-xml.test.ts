import { readXmlResponse } from './global-xml';

const RESPONSE = `<?xml version="1.0" encoding="UTF-8"?>
<response timestamp="20120926112654">
  <orderid>123456789012345678901234567890</orderid>
  <result>00</result>
  <message>Paid &amp; settled &lt;1&gt;</message>
  <pasref/>
  <amount currency="EUR">0100</amount>
  <tss><result>1</result></tss>
</response>`;

describe('in a response', () => {
  test.each([
    ['a result keeps its zeros', 'result', '00'],
    ['an amount keeps its zeros', 'amount', '0100'],
    ['a long order number keeps all its digits', 'orderid', '123456789012345678901234567890'],
    ['the five predefined entities are decoded', 'message', 'Paid & settled <1>'],
    ['an empty element is an empty text', 'pasref', ''],
    ['a missing element is an empty text', 'authcode', ''],
    ['an element with child elements has an empty text', 'tss', ''],
  ])('%s', (_what, name, text) => {
    expect(readXmlResponse(RESPONSE)?.text(name)).toBe(text);
  });

  test('the attributes of the root and its elements are read', () => {
    const response = readXmlResponse(RESPONSE);
    expect(response?.attribute('timestamp')).toBe('20120926112654');
    expect(response?.attribute('currency', 'amount')).toBe('EUR');
    expect(response?.attribute('currency', 'result')).toBe('');
  });
});

test.each([
  ['an empty text', ''],
  ['a page of a proxy', '<html><body>Bad gateway</body></html>'],
  ['plain text', 'ERROR'],
  ['a truncated response', '<response timestamp="1"><result>00</result>'],
  ['an unclosed element', '<response><result>00</response>'],
  ['a __proto__ element', '<response><__proto__><x>1</x></__proto__></response>'],
])('%s is not a valid response', (_what, xml) => {
  expect(readXmlResponse(xml)).toBeUndefined();
});

test('two results are invalid', () => {
  expect(readXmlResponse('<response><result>101</result><result>00</result></response>')?.text('result')).toBe('');
});

test('a result inside another element is not the result', () => {
  expect(readXmlResponse('<response><tss><result>00</result></tss></response>')?.text('result')).toBe('');
});

test('the parser does not expand entities that a document declares', () => {
  const xml = '<!DOCTYPE r [<!ENTITY paid "00">]><response><result>&paid;</result></response>';
  expect(readXmlResponse(xml)?.text('result')).toBe('&paid;');
});
