import { useState } from 'react';
import { showToast } from 'shared-contracts/events';
import type { Phone } from 'shared-contracts/types';
import { Modal } from 'shared-contracts/ui';
import { t } from '../words';
import { PhoneCodeForm } from './phone-code-form';
import { PhoneNumberForm } from './phone-number-form';

export interface TextMeDialogProps {
  open: boolean;
  phone: Phone;
  onClose: () => void;
}

/** Asks for the number, then for the code that it got. */
export function TextMeDialog({ open, phone, onClose }: TextMeDialogProps) {
  return (
    <Modal
      open={open}
      onClose={onClose}
      title={t('Text me when it is ready')}
      text={t('One text message for each order, and no advertising.')}
    >
      <Steps phone={phone} onClose={onClose} />
    </Modal>
  );
}

/** A number that still awaits its code was given before the dialog was closed, or the page was left. */
function Steps({ phone, onClose }: { phone: Phone; onClose: () => void }) {
  const [awaiting, setAwaiting] = useState(phone.number !== null && phone.confirmed_at === null ? phone : undefined);
  /** What was typed stays for another try. The server shows the end of a number alone. */
  const [number, setNumber] = useState('');
  const confirm = () => {
    showToast(t('We text you when your order is ready.'), { color: 'success' });
    onClose();
  };
  if (awaiting) {
    return (
      <PhoneCodeForm number={awaiting.number ?? ''} onConfirmed={confirm} onLeave={() => setAwaiting(undefined)} />
    );
  }
  return (
    <PhoneNumberForm
      number={number}
      onNumber={setNumber}
      onSent={(sent) => (sent.confirmed_at === null ? setAwaiting(sent) : confirm())}
    />
  );
}
