import { updateCustomerPaymentInstrument } from 'upc-open-api';
import { client, customerId } from '../../payment/open-api';

/** Uses the token of a payment. If the service refuses it, Next logs the error and responds with 500. */
export async function POST(request: Request): Promise<Response> {
  const paymentRequestToken = await request.text();
  await updateCustomerPaymentInstrument({ client, path: { customerId }, body: { paymentRequestToken } });
  return new Response('Your payment method is set.');
}
