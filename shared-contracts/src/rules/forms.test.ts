import { forgotErrors, loginErrors, registerErrors, resetErrors } from './forms';

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

  test('the phone is asked for only while its flag is on', () => {
    expect(registerErrors({ ...FORM, phone: '' }, false)).toEqual({});
    expect(loginErrors({ email: 'a@b.c', phone: '', password: '' }, true)).toEqual({ phone: 'Phone is required' });
    expect(loginErrors({ email: 'a@b.c', phone: '', password: '' }, false)).toEqual({});
  });

  test('login wants an email and gives the password no rule', () => {
    expect(loginErrors({ email: '', phone: '0820000001', password: '' }, true)).toEqual({ email: 'Email is required' });
  });

  test('forgot and reset say what register says', () => {
    expect(forgotErrors({ email: 'x' })).toEqual({ email: 'Email is not valid' });
    expect(resetErrors({ password: '123', password_confirmation: '' })).toEqual({
      password: 'Password should be at-least 6 characters.',
      password_confirmation: 'Password confirmation is required',
    });
  });
});
