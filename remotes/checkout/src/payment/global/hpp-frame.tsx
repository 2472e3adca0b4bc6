import { useEffect, useRef, useState } from 'react';
import { t } from '../../words';
import styles from '../payment.module.css';
import type { PaymentEvents } from '../payment-provider';
import { readHppMessage } from './hpp-messages';

const FRAME_NAME = 'global-payment-page';

export interface HppFrameProps extends PaymentEvents {
  /** The address of the payment page. */
  address: string;
  fields: readonly (readonly [name: string, value: string])[];
  orderId: string;
}

/** Posts the request into a frame once, takes the height that the page asks for, and reports when the page is done. */
export function HppFrame({ address, fields, orderId, onSent }: HppFrameProps) {
  const form = useRef<HTMLFormElement>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const [height, setHeight] = useState<number>();
  const done = useRef(onSent);
  done.current = onSent;

  useEffect(() => {
    const { origin } = new URL(address);
    const listen = (event: MessageEvent) => {
      const message = readHppMessage(event, { origin, frame: frame.current?.contentWindow ?? null });
      if (message?.kind === 'dimensions') setHeight(message.height);
      if (message?.kind === 'response' && message.orderId === orderId) done.current(message.text);
    };
    window.addEventListener('message', listen);
    form.current?.submit();
    return () => window.removeEventListener('message', listen);
  }, [address, orderId]);

  return (
    <>
      <form ref={form} method="post" action={address} target={FRAME_NAME} hidden>
        {fields.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
      </form>
      <iframe
        ref={frame}
        name={FRAME_NAME}
        title={t('Global payment page')}
        className={styles.frame}
        {...(height === undefined ? {} : { height })}
      />
    </>
  );
}
