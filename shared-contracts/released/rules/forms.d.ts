export type FieldErrors<Form> = Partial<Record<keyof Form, string>>;
export interface RegisterForm {
    name: string;
    email: string;
    phone: string;
    password: string;
    password_confirmation: string;
}
export interface LoginForm {
    email: string;
    phone: string;
    password: string;
}
export interface ResetForm {
    password: string;
    password_confirmation: string;
}
export declare const PASSWORD_MIN = 6;
export declare const PHONE_MIN = 10;
export declare function registerErrors(form: RegisterForm, isPhoneAsked: boolean): FieldErrors<RegisterForm>;
export declare function loginErrors(form: LoginForm, isPhoneAsked: boolean): FieldErrors<LoginForm>;
export declare function forgotErrors(form: {
    email: string;
}): FieldErrors<{
    email: string;
}>;
export declare function resetErrors(form: ResetForm): FieldErrors<ResetForm>;
