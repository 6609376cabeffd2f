'use client';

import { useState } from 'react';
import { PaymentPage } from './payment-page';

/** The page that the member opens and leaves. */
export function Payment() {
  const [isOpen, setOpen] = useState(true);
  const [round, setRound] = useState(0);
  return (
    <>
      <button type="button" onClick={() => setOpen(!isOpen)}>
        {isOpen ? 'Close' : 'Open'}
      </button>
      {/* A new key is a new page: new session, new widget, nothing of the last one. */}
      {isOpen && <PaymentPage key={round} onStartAgain={() => setRound(round + 1)} />}
    </>
  );
}
