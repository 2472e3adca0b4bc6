import { QueryClient, type UseQueryOptions } from '@tanstack/react-query';
import { type ApiErrorShape } from './client';
export { QueryClient, QueryClientProvider, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
export type ResourceParams = Record<string, string | number | boolean>;
export declare function resource<T>(path: string, params?: ResourceParams): {
    queryKey: [string, Record<string, string>];
    queryFn: ({ signal }: {
        signal: AbortSignal;
    }) => Promise<T>;
};
export declare function fillPath(path: string, params: Readonly<Record<string, string | number | undefined>>): string;
export declare function resourceKey(path: string, params?: ResourceParams): [string, Record<string, string>];
type ResourceOptions<T, Selected> = Omit<UseQueryOptions<T, ApiErrorShape, Selected>, 'queryKey' | 'queryFn'>;
export declare function useResource<T, Selected = T>(path: string, params?: ResourceParams, options?: ResourceOptions<T, Selected>): import("@tanstack/react-query").UseQueryResult<Selected, ApiErrorShape>;
export declare function createQueryClient(): QueryClient;
export declare function provideQueryClient(client: QueryClient): void;
export declare function queryClient(): QueryClient;
export declare function invalidate(path: string): Promise<void>;
