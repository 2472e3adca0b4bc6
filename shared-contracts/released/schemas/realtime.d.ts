import { z } from 'zod';
export declare const realtimeSchemas: {
    QueueOrderAdded: z.ZodObject<{
        vendor: z.ZodObject<{
            id: z.ZodInt;
            name: z.ZodString;
            image: z.ZodString;
        }, z.core.$strip>;
        queue: z.ZodObject<{
            id: z.ZodInt;
            state: z.ZodEnum<{
                new: "new";
                busy: "busy";
                done: "done";
                collected: "collected";
            }>;
        }, z.core.$strip>;
        order: z.ZodObject<{
            id: z.ZodInt;
        }, z.core.$strip>;
    }, z.core.$strip>;
    QueueOrderStateUpdated: z.ZodObject<{
        queue: z.ZodObject<{
            id: z.ZodInt;
            state: z.ZodEnum<{
                new: "new";
                busy: "busy";
                done: "done";
                collected: "collected";
            }>;
            order_id: z.ZodInt;
        }, z.core.$strip>;
        delivery_method: z.ZodEnum<{
            collect: "collect";
            deliver: "deliver";
        }>;
        vendor: z.ZodObject<{
            id: z.ZodInt;
            name: z.ZodString;
            image: z.ZodString;
        }, z.core.$strip>;
        is_repeat: z.ZodOptional<z.ZodLiteral<true>>;
    }, z.core.$strip>;
    OrderUpdated: z.ZodObject<{
        order: z.ZodObject<{
            id: z.ZodInt;
            state: z.ZodEnum<{
                cart: "cart";
                placed: "placed";
                completed: "completed";
                cancelled: "cancelled";
            }>;
        }, z.core.$strip>;
        vendor_id: z.ZodInt;
    }, z.core.$strip>;
    Message: z.ZodObject<{
        message: z.ZodString;
    }, z.core.$strip>;
    CartUpdated: z.ZodObject<{
        cart: z.ZodObject<{
            id: z.ZodInt;
            venue_id: z.ZodInt;
            version: z.ZodInt;
        }, z.core.$strip>;
    }, z.core.$strip>;
    StockUpdated: z.ZodObject<{
        item_id: z.ZodNullable<z.ZodInt>;
        vendor_id: z.ZodInt;
    }, z.core.$strip>;
    QueuePositionsChanged: z.ZodObject<{
        vendor_id: z.ZodInt;
    }, z.core.$strip>;
};
