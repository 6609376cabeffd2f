import { useState } from 'react';
import { PaymentPage } from './payment-page';

export function App() {
  const [isOpen, setOpen] = useState(true);
  const [round, setRound] = useState(0);
  return (
    <main>
      <h1>Payment method</h1>
      <button type="button" onClick={() => setOpen(!isOpen)}>
        {isOpen ? 'Close' : 'Open'}
      </button>
      {/* A new key is a new page: new session, new widget, nothing of the last one. */}
      {isOpen && <PaymentPage key={round} onStartAgain={() => setRound(round + 1)} />}
    </main>
  );
}
