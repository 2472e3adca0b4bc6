/** The key in session storage: which remote fails, and how (faults.ts). */
export const FAULTS_KEY = 'devtools-faults';
