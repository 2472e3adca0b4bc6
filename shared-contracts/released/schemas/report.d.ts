import { z } from 'zod';
export declare const reportEntrySchema: z.ZodDiscriminatedUnion<[z.ZodObject<{
    part: z.ZodString;
    version: z.ZodString;
    type: z.ZodLiteral<"visit">;
}, z.core.$strip>, z.ZodObject<{
    ms: z.ZodNumber;
    part: z.ZodString;
    version: z.ZodString;
    type: z.ZodLiteral<"load">;
}, z.core.$strip>, z.ZodObject<{
    kind: z.ZodEnum<{
        load: "load";
        refused: "refused";
        render: "render";
        unhandled: "unhandled";
    }>;
    message: z.ZodString;
    part: z.ZodString;
    version: z.ZodString;
    type: z.ZodLiteral<"error">;
}, z.core.$strip>, z.ZodObject<{
    name: z.ZodEnum<{
        LCP: "LCP";
        INP: "INP";
        CLS: "CLS";
        FCP: "FCP";
        TTFB: "TTFB";
    }>;
    value: z.ZodNumber;
    part: z.ZodString;
    version: z.ZodString;
    type: z.ZodLiteral<"vital">;
}, z.core.$strip>, z.ZodObject<{
    to: z.ZodString;
    part: z.ZodString;
    version: z.ZodString;
    type: z.ZodLiteral<"set-back">;
}, z.core.$strip>], "type">;
export declare const reportSchema: z.ZodObject<{
    entries: z.ZodArray<z.ZodDiscriminatedUnion<[z.ZodObject<{
        part: z.ZodString;
        version: z.ZodString;
        type: z.ZodLiteral<"visit">;
    }, z.core.$strip>, z.ZodObject<{
        ms: z.ZodNumber;
        part: z.ZodString;
        version: z.ZodString;
        type: z.ZodLiteral<"load">;
    }, z.core.$strip>, z.ZodObject<{
        kind: z.ZodEnum<{
            load: "load";
            refused: "refused";
            render: "render";
            unhandled: "unhandled";
        }>;
        message: z.ZodString;
        part: z.ZodString;
        version: z.ZodString;
        type: z.ZodLiteral<"error">;
    }, z.core.$strip>, z.ZodObject<{
        name: z.ZodEnum<{
            LCP: "LCP";
            INP: "INP";
            CLS: "CLS";
            FCP: "FCP";
            TTFB: "TTFB";
        }>;
        value: z.ZodNumber;
        part: z.ZodString;
        version: z.ZodString;
        type: z.ZodLiteral<"vital">;
    }, z.core.$strip>, z.ZodObject<{
        to: z.ZodString;
        part: z.ZodString;
        version: z.ZodString;
        type: z.ZodLiteral<"set-back">;
    }, z.core.$strip>], "type">>;
}, z.core.$strip>;
