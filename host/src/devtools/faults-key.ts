/** In this tab's storage: which remote is to fail, and how (faults.ts). */
export const FAULTS_KEY = 'devtools-faults';
