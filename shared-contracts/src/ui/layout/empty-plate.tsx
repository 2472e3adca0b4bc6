import styles from './empty-plate.module.css';

/** The picture of a thing that has none: a plate with nothing on it, fork and knife beside it. */
export function EmptyPlate({ className }: { className?: string }) {
  return (
    <svg className={className} viewBox="0 0 240 240" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <rect className={styles.ground} width="240" height="240" />
      <g className={styles.line}>
        <circle cx="120" cy="120" r="52" />
        <circle cx="120" cy="120" r="34" />
        <path d="M36 72v24a10 10 0 0 0 20 0V72M46 72v94" />
        <path d="M198 166V72c-10 6-14 18-14 30 0 10 4 16 14 16" />
      </g>
    </svg>
  );
}
