import { Payment } from '../payment/payment';

/** Rendered on the server; what needs the browser is a client component. */
export default function Page() {
  return (
    <main>
      <h1>Payment method</h1>
      <Payment />
    </main>
  );
}
