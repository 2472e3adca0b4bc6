import { z } from 'zod';
export declare const idSchema: z.ZodInt;
export declare const moneySchema: z.ZodNumber;
export declare const timeSchema: z.ZodISODateTime;
export declare const statusSchema: z.ZodEnum<{
    active: "active";
    inactive: "inactive";
}>;
export declare const many: <T extends z.ZodType>(item: T) => z.ZodObject<{
    data: z.ZodArray<T>;
}, z.core.$strip>;
export declare const one: <T extends z.ZodType>(item: T) => z.ZodObject<{
    data: T;
}, z.core.$strip>;
export declare const errorSchema: z.ZodObject<{
    message: z.ZodString;
    code: z.ZodString;
    errors: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodArray<z.ZodString>>>;
}, z.core.$strip>;
