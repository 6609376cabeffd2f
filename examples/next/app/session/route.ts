import { ask, customerId } from '../../payment/open-api';

/** Opens a session. The page receives only its token, not the rest of the answer. */
export async function POST(): Promise<Response> {
  const answer = await ask('payments/user-session', {
    amount: 0,
    scope: 'MEMBER_ACCOUNT',
    customerId,
    referenceText: 'Membership',
  });
  if (!answer.ok) return new Response('Refused', { status: 502 });
  const { token } = (await answer.json()) as { token: string };
  return Response.json({ token });
}
