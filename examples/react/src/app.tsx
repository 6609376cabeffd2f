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
      {/* A new key creates a new page with its own session and widget. Nothing of the last page remains. */}
      {isOpen && <PaymentPage key={round} onStartAgain={() => setRound(round + 1)} />}
    </main>
  );
}
