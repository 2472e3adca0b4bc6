import { useQuery } from 'shared-contracts/query';
import styles from './second-factor.module.css';

/** Draws a QR code, dark on light in each theme, as cameras need it. The library is loaded with the first one. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const code = useQuery({
    queryKey: ['second-factor.code', text],
    queryFn: async () => {
      const { encodeQR } = await import(/* webpackChunkName: "qr" */ 'qr');
      return encodeQR(text, 'raw', { border: 2 });
    },
    // The code contains a secret.
    gcTime: 0,
    retry: false,
  });
  const rows = code.data ?? [];
  const path = rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <svg className={styles.qr} viewBox={`0 0 ${rows.length} ${rows.length}`} role="img" aria-label={label}>
      <path d={path} />
    </svg>
  );
}
