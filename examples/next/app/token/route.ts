import { ask, customerId } from '../../payment/open-api';

/** Uses the token of a payment. */
export async function POST(request: Request): Promise<Response> {
  const paymentRequestToken = await request.text();
  const answer = await ask(`customers/${customerId}/account/payment-instrument`, { paymentRequestToken });
  return answer.ok ? new Response('Your payment method is set.') : new Response('Refused', { status: 502 });
}
