'use client';

import { useState } from 'react';
import { PaymentPage } from './payment-page';

/** Shows the payment page, which the member can open and close. */
export function Payment() {
  const [isOpen, setOpen] = useState(true);
  const [round, setRound] = useState(0);
  return (
    <>
      <button type="button" onClick={() => setOpen(!isOpen)}>
        {isOpen ? 'Close' : 'Open'}
      </button>
      {/* A new key creates a new page with its own session and widget. Nothing of the last page remains. */}
      {isOpen && <PaymentPage key={round} onStartAgain={() => setRound(round + 1)} />}
    </>
  );
}
