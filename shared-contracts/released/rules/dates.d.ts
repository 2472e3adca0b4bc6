export declare function formatDate(at: string | Date, timeZone?: string): string;
export declare function formatDateGb(at: string | Date, timeZone?: string): string;
export declare function formatTime(at: string | Date, timeZone?: string): string;
export declare function formatDateLongUs(at: string | Date, timeZone?: string): string;
export declare function localDay(at: string | Date, timeZone: string): string;
export declare function minutesSince(at: string | Date, now: number): number;
