import { type FormPart, RULES, withFirst } from './settings.rules';
import { someSettings } from './settings.testing';

const errorsOf = (part: FormPart, fields: object): string[] => {
  const rules = RULES[part];
  const form = { ...rules.formOf(someSettings()), ...fields };
  return Object.keys(rules.errorsOf(form as never, someSettings()));
};

test.each([
  ['name', { name: ' ' }, ['name']],
  ['name', { blurb: '' }, []],
  ['languages', { languages: [] }, ['languages']],
  ['tax', { tax_name: '', tax_rate_percent: '101' }, ['tax_name', 'tax_rate_percent']],
  ['tax', { tax_rate_percent: '7,25' }, []],
  ['tax', { tax_rate_percent: '7.255' }, ['tax_rate_percent']],
  ['charge', { service_charge: '1.005' }, ['service_charge']],
  ['charge', { service_charge: '0' }, []],
  ['tips', { isOn: true, percents: ['5', '10', '12,5'] }, []],
  ['tips', { isOn: true, percents: ['0', '10', '31'] }, ['percent-0', 'percent-2']],
  ['tips', { isOn: true, percents: ['10', '5', ''] }, ['percent-1', 'percent-2']],
  ['tips', { isOn: false, percents: ['10', '5', ''] }, []],
  ['delivery', { delivery_method_types: [] }, ['delivery_method_types']],
  ['provider', { provider_key: 'sk_test_1' }, ['provider_key']],
  ['provider', { secret_env: 'sk_live_1', webhook_secret_env: 'whsec' }, ['secret_env', 'webhook_secret_env']],
  ['provider', { webhook_secret_env: '' }, []],
] as const)('the form of %s with %j has errors at %j', (part, fields, expected) => {
  expect(errorsOf(part, fields)).toEqual(expected);
});

test('an untouched form is sent as it is stored', () => {
  const settings = someSettings();
  for (const part of Object.keys(RULES) as FormPart[]) {
    const rules = RULES[part];
    const { version: _version, ...stored } = settings[part];
    expect(rules.changeOf(rules.formOf(settings) as never)).toEqual(stored);
  }
});

test('what was typed is sent as numbers and without empty translations', () => {
  const { tax, charge, name } = RULES;
  const settings = someSettings();
  expect(tax.changeOf({ ...tax.formOf(settings), tax_rate_percent: '7,25' }).tax_rate_percent).toBe(7.25);
  expect(charge.changeOf({ service_charge: '1.50' })).toEqual({ service_charge: 1.5 });
  const texts = { fr: { name: ' ', blurb: 'Douze' }, es: { name: '' } };
  expect(name.changeOf({ ...name.formOf(settings), texts }).texts).toEqual({ fr: { blurb: 'Douze' } });
});

test('another first language keeps the others in their order', () => {
  expect(withFirst(['en', 'fr', 'ar'], 'ar')).toEqual(['ar', 'en', 'fr']);
});
