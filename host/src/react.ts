/** Re-exports React as an ES module: for a dynamic import of a CommonJS package webpack adds more of its own code. */
export { createRoot } from 'react-dom/client';
