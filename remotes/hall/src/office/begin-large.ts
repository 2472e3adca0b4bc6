import { language } from '../words';

/**
 * Begins a text large. Some languages write the names of languages small, also in 'Idiomas: inglés, francés'.
 * @example
 * beginLarge('inglés, francés'); // 'Inglés, francés'
 */
export const beginLarge = (text: string): string => text.charAt(0).toLocaleUpperCase(language()) + text.slice(1);
