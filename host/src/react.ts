/** React, as a module: webpack needs more of its own code to import a CommonJS package on its own. */
export { createRoot } from 'react-dom/client';
