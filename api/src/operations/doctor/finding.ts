/** The result of one check of the doctor. */
export interface Finding {
  /** 'settings', 'database', …: several findings may be of one check. */
  check: string;
  /** Null: it could not be checked. The reason is another finding. */
  isOk: boolean | null;
  /** Says what was found, or what to do. */
  sentence: string;
}

export type Result = Omit<Finding, 'check'>;

export const ok = (sentence: string): Result => ({ isOk: true, sentence });
export const wrong = (sentence: string): Result => ({ isOk: false, sentence });
export const unchecked = (sentence: string): Result => ({ isOk: null, sentence });
