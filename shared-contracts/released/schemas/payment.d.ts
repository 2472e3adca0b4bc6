import { z } from 'zod';
export declare const startPaymentSchema: z.ZodOptional<z.ZodNullable<z.ZodObject<{
    version: z.ZodOptional<z.ZodInt>;
}, z.core.$strip>>>;
export declare const startStripeSchema: z.ZodObject<{
    secret: z.ZodObject<{
        clientSecret: z.ZodString;
    }, z.core.$strip>;
}, z.core.$strip>;
export declare const newPaystackPaymentSchema: z.ZodObject<{
    source_id: z.ZodString;
    access_code: z.ZodString;
    amount: z.ZodInt;
    currency: z.ZodString;
    split: z.ZodObject<{
        type: z.ZodLiteral<"flat">;
        bearer_type: z.ZodLiteral<"all-proportional">;
        subaccounts: z.ZodArray<z.ZodObject<{
            subaccount: z.ZodString;
            share: z.ZodInt;
        }, z.core.$strip>>;
    }, z.core.$strip>;
}, z.core.$strip>;
export declare const startGlobalSchema: z.ZodObject<{
    secret: z.ZodString;
    hpp_url: z.ZodURL;
}, z.core.$strip>;
export declare const payReferenceSchema: z.ZodObject<{
    reference: z.ZodString;
}, z.core.$strip>;
export declare const payWithGlobalSchema: z.ZodObject<{
    reference: z.ZodString;
    response: z.ZodOptional<z.ZodString>;
}, z.core.$strip>;
export declare const startStitchSchema: z.ZodObject<{
    redirect_url: z.ZodURL;
}, z.core.$strip>;
export declare const stitchReturnSchema: z.ZodObject<{
    id: z.ZodString;
    status: z.ZodOptional<z.ZodString>;
}, z.core.$strip>;
export declare const stitchResultSchema: z.ZodObject<{
    state: z.ZodEnum<{
        refunded: "refunded";
        cancelled: "cancelled";
        succeeded: "succeeded";
        processing: "processing";
        unpaid: "unpaid";
    }>;
    venue_id: z.ZodInt;
}, z.core.$strip>;
export declare const paymentResultSchema: z.ZodObject<{
    state: z.ZodEnum<{
        succeeded: "succeeded";
        processing: "processing";
    }>;
    cart_id: z.ZodInt;
    orders: z.ZodArray<z.ZodInt>;
}, z.core.$strip>;
