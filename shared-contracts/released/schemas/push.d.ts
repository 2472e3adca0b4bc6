import { z } from 'zod';
export declare const pushKeySchema: z.ZodObject<{
    public_key: z.ZodString;
}, z.core.$strip>;
export declare const pushSubscriptionSchema: z.ZodObject<{
    endpoint: z.ZodURL;
    keys: z.ZodObject<{
        p256dh: z.ZodString;
        auth: z.ZodString;
    }, z.core.$strip>;
}, z.core.$strip>;
export declare const pushEndpointSchema: z.ZodObject<{
    endpoint: z.ZodURL;
}, z.core.$strip>;
export declare const pushPayloadSchema: z.ZodObject<{
    title: z.ZodString;
    body: z.ZodString;
    icon: z.ZodString;
    tag: z.ZodString;
    vibrate: z.ZodArray<z.ZodInt>;
    requireInteraction: z.ZodBoolean;
    path: z.ZodString;
}, z.core.$strip>;
