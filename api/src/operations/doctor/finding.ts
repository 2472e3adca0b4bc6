/** The result of one check of the doctor. */
export interface Finding {
  /** 'settings', 'database', …: one check may have several findings. */
  check: string;
  /** Null: the check was not possible. Another finding gives the reason. */
  isOk: boolean | null;
  /** States the result, or the next step for the operator. */
  sentence: string;
}

export type Result = Omit<Finding, 'check'>;

export const ok = (sentence: string): Result => ({ isOk: true, sentence });
export const wrong = (sentence: string): Result => ({ isOk: false, sentence });
export const unchecked = (sentence: string): Result => ({ isOk: null, sentence });
