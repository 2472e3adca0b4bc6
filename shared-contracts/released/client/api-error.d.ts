import type { ErrorBody } from '../types';
export interface ApiErrorShape {
    name: 'ApiError';
    status: number;
    code: string;
    message: string;
    errors: Record<string, string[]>;
    data: unknown;
    retryAfter: number | undefined;
}
export declare class ApiError extends Error implements ApiErrorShape {
    readonly name = "ApiError";
    readonly status: number;
    readonly code: string;
    readonly errors: Record<string, string[]>;
    readonly data: unknown;
    readonly retryAfter: number | undefined;
    constructor(status: number, body: Partial<ErrorBody> & {
        data?: unknown;
    }, retryAfter?: number, cause?: unknown);
}
export declare function isApiError(error: unknown): error is ApiErrorShape;
export declare function fieldError(error: unknown, field: string): string | undefined;
