import { emailSchema } from '../schemas';
import { forgotErrors, latinDigits, loginErrors, registerErrors, resetErrors } from './forms';

const FORM = {
  name: 'Thandi',
  email: 'thandi@example.com',
  phone: '0820000001',
  password: 'secret',
  password_confirmation: 'other',
};

describe('forms', () => {
  test.each([
    ['a full form, even with passwords that differ', {}, {}],
    ['no name', { name: ' ' }, { name: 'Name is required' }],
    ['no email', { email: '' }, { email: 'Email is required' }],
    ['a bad email', { email: 'thandi@' }, { email: 'Email is not valid' }],
    ['a short phone', { phone: '082 555' }, { phone: 'Phone should be at-least 10 characters.' }],
    ['no password', { password: '' }, { password: 'Password is required.' }],
    ['a short password', { password: '12345' }, { password: 'Password should be at-least 6 characters.' }],
    ['no confirmation', { password_confirmation: '' }, { password_confirmation: 'Password confirmation is required' }],
  ])('register with %s', (_title, change, errors) => {
    expect(registerErrors({ ...FORM, ...change }, true)).toEqual(errors);
  });

  test('requires the phone only while its flag is on', () => {
    expect(registerErrors({ ...FORM, phone: '' }, false)).toEqual({});
    expect(loginErrors({ email: 'a@b.c', phone: '', password: '' }, true)).toEqual({ phone: 'Phone is required' });
    expect(loginErrors({ email: 'a@b.c', phone: '', password: '' }, false)).toEqual({});
  });

  test('login requires an email and checks no rule of the password', () => {
    expect(loginErrors({ email: '', phone: '0820000001', password: '' }, true)).toEqual({ email: 'Email is required' });
  });

  test('forgot and reset show the same messages as register', () => {
    expect(forgotErrors({ email: 'x' })).toEqual({ email: 'Email is not valid' });
    expect(resetErrors({ password: '123', password_confirmation: '' })).toEqual({
      password: 'Password should be at-least 6 characters.',
      password_confirmation: 'Password confirmation is required',
    });
  });
});

describe('an email', () => {
  test.each([
    ['ada@hall.example', 'ada@hall.example'],
    [' Ada@Hall.Example ', 'ada@hall.example'],
    ['m&s@hall.example', 'm&s@hall.example'],
    ['a/b@hall.example', 'a/b@hall.example'],
    ['hi!@hall.example', 'hi!@hall.example'],
    ["o'hara+x=y?z@hall.example", "o'hara+x=y?z@hall.example"],
    ['#$%&*^_`{|}~-@hall.example', '#$%&*^_`{|}~-@hall.example'],
    ['ada@münchen.de', 'ada@xn--mnchen-3ya.de'],
    ['ada@XN--MNCHEN-3YA.de', 'ada@xn--mnchen-3ya.de'],
    ['почта@пример.рф', 'почта@xn--e1afmkfd.xn--p1ai'],
    ['jose\u0301@hall.example', 'josé@hall.example'],
  ])('%s is stored as %s', (typed, stored) => {
    expect(emailSchema.parse(typed)).toBe(stored);
    expect(forgotErrors({ email: typed })).toEqual({});
  });

  test.each([
    'ada',
    'ada@',
    '@hall.example',
    'ada@hall',
    'a..b@hall.example',
    '.a@hall.example',
    'a b@hall.example',
    'a@b@hall.example',
    '"a"@hall.example',
    'a<b>@hall.example',
    'a,b@hall.example',
    'a\u200bb@hall.example',
    'a\nb@hall.example',
    'ada@127.0.0.1',
    'ada@hall.1',
    'ada@-hall.example',
    'ada@hall.example/path',
    'ada@hall.example:80',
    `${'a'.repeat(250)}@hall.example`,
  ])('%j is refused', (typed) => {
    expect(emailSchema.safeParse(typed).success).toBe(false);
  });
});

test.each([
  ['123456', '123456'],
  ['１２３４５６', '123456'],
  ['१२३४५६', '123456'],
  ['٠١٢٣٤٥', '012345'],
  ['۶۷۸۹۰۱', '678901'],
  ['০৯', '09'],
  ['𝟘𝟗𝟎', '090'],
  ['Your code is १२३', 'Your code is 123'],
])('the digits of %s become %s', (typed, digits) => {
  expect(latinDigits(typed)).toBe(digits);
});
