import { z } from 'zod';
export declare const userSchema: z.ZodObject<{
    id: z.ZodInt;
    name: z.ZodString;
    email: z.ZodEmail;
    phone: z.ZodNullable<z.ZodString>;
    created_at: z.ZodISODateTime;
    vendors: z.ZodObject<{
        data: z.ZodArray<z.ZodObject<{
            id: z.ZodInt;
            name: z.ZodString;
        }, z.core.$strip>>;
    }, z.core.$strip>;
}, z.core.$strip>;
export declare const authContextSchema: z.ZodObject<{
    type: z.ZodEnum<{
        User: "User";
        Vendor: "Vendor";
    }>;
    data: z.ZodObject<{
        id: z.ZodInt;
        name: z.ZodString;
    }, z.core.$strip>;
}, z.core.$strip>;
export declare const registerSchema: z.ZodObject<{
    name: z.ZodString;
    email: z.ZodPipe<z.ZodString, z.ZodEmail>;
    phone: z.ZodOptional<z.ZodString>;
    password: z.ZodString;
    password_confirmation: z.ZodString;
}, z.core.$strip>;
export declare const loginSchema: z.ZodObject<{
    email: z.ZodString;
    password: z.ZodString;
    phone: z.ZodOptional<z.ZodString>;
}, z.core.$strip>;
export declare const forgotPasswordSchema: z.ZodObject<{
    email: z.ZodPipe<z.ZodString, z.ZodEmail>;
}, z.core.$strip>;
export declare const resetPasswordSchema: z.ZodObject<{
    email: z.ZodPipe<z.ZodString, z.ZodEmail>;
    password: z.ZodString;
    password_confirmation: z.ZodString;
    token: z.ZodString;
}, z.core.$strip>;
export declare const signedInSchema: z.ZodObject<{
    token: z.ZodString;
    data: z.ZodObject<{
        id: z.ZodInt;
        name: z.ZodString;
        email: z.ZodEmail;
        phone: z.ZodNullable<z.ZodString>;
        created_at: z.ZodISODateTime;
        vendors: z.ZodObject<{
            data: z.ZodArray<z.ZodObject<{
                id: z.ZodInt;
                name: z.ZodString;
            }, z.core.$strip>>;
        }, z.core.$strip>;
    }, z.core.$strip>;
}, z.core.$strip>;
export declare const messageSchema: z.ZodObject<{
    message: z.ZodString;
}, z.core.$strip>;
