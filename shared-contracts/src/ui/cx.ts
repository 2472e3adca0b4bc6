/** Joins class names, leaving out what is absent: `cx(styles.card, isOpen && styles.open, className)`. */
export const cx = (...names: (string | false | null | undefined)[]): string => names.filter(Boolean).join(' ');
