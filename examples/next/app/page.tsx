import { Payment } from '../payment/payment';

/** Renders on the server. The parts that need the browser are in a client component. */
export default function Page() {
  return (
    <main>
      <h1>Payment method</h1>
      <Payment />
    </main>
  );
}
