export { ApiError, type ApiErrorShape, fieldError, isApiError } from './api-error';
export interface ClientOptions {
    baseUrl: string;
    token: () => string | undefined;
    socketId: () => string | undefined;
    onUnauthorized: (token: string | undefined) => void;
    timeout?: number;
}
export interface RequestOptions {
    params?: Record<string, string | number | boolean | undefined>;
    headers?: Record<string, string>;
    signal?: AbortSignal;
}
export interface ApiClient {
    get<T>(path: string, options?: RequestOptions): Promise<T>;
    post<T>(path: string, body?: unknown, options?: RequestOptions): Promise<T>;
    put<T>(path: string, body?: unknown, options?: RequestOptions): Promise<T>;
    delete<T>(path: string, options?: RequestOptions): Promise<T>;
}
export declare function createClient({ baseUrl, token, socketId, onUnauthorized, timeout }: ClientOptions): ApiClient;
export declare function provideClient(client: ApiClient): void;
export declare function api(): ApiClient;
