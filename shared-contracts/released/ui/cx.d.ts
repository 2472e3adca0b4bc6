export declare const cx: (...names: (string | false | null | undefined)[]) => string;
