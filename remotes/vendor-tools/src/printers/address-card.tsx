import { Copy } from 'lucide-react';
import { useRef, useState } from 'react';
import { showToast } from 'shared-contracts/events';
import { useQuery } from 'shared-contracts/query';
import type { PrinterAddress, PrinterKind } from 'shared-contracts/types';
import { Alert, Button, Card, TextInput } from 'shared-contracts/ui';
import { t } from '../words';
import styles from './printers.module.css';
import { copiedText, PRINTER_IP, pictureOf } from './printers.rules';

/** Shows the address of a printer, or the command of its agent, once: as a text to copy and as a code to scan. */
export function AddressCard({ kind, address }: { kind: PrinterKind; address: PrinterAddress }) {
  const [ip, setIp] = useState('');
  const text = useRef<HTMLElement>(null);
  const isAgent = kind === 'agent';
  const copied = copiedText(kind, address, ip.trim() || PRINTER_IP);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(copied);
      showToast(t('Copied.'), { color: 'success' });
    } catch {
      // A page in the local network without HTTPS has no clipboard, and a browser may refuse it. The person copies the selected text.
      if (text.current) window.getSelection()?.selectAllChildren(text.current);
      showToast(t('Copy the selected text.'));
    }
  };
  return (
    <Card as="section" padded className={styles.card} aria-label={isAgent ? t('Command') : t('Address')}>
      {isAgent && (
        <TextInput
          label={t('The printer’s address in the network')}
          hint={t('It is on the printer’s status page, such as {ip}.', { ip: PRINTER_IP })}
          inputMode="decimal"
          autoComplete="off"
          value={ip}
          onChange={({ target }) => setIp(target.value)}
        />
      )}
      <div className={styles.address}>
        <code ref={text} className={styles.code} dir="ltr" translate="no">
          {copied}
        </code>
        <Code text={copied} />
      </div>
      <div className={styles.actions}>
        <Button icon={Copy} onClick={() => void copy()}>
          {isAgent ? t('Copy the command') : t('Copy the address')}
        </Button>
      </div>
      <Alert tone="info">
        {t('It is shown only now, since it is the key to this printer’s tickets. You can make a new one at any time.')}
      </Alert>
    </Card>
  );
}

/** Draws a QR code. The library is loaded with the first one. */
function Code({ text }: { text: string }) {
  const code = useQuery({
    queryKey: ['printers.code', text],
    queryFn: async () => {
      const { encodeQR } = await import('qr');
      return pictureOf(encodeQR(text, 'svg', { border: 2 }));
    },
    gcTime: 0,
    retry: false,
  });
  return (
    <div className={styles.qr}>
      {code.data && <img src={code.data} alt={t('QR code of the same text')} width={168} height={168} />}
    </div>
  );
}
