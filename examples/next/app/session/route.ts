import { userSession } from 'upc-open-api';
import { client, customerId } from '../../payment/open-api';

/** Opens a session. The page receives only its token, not the rest of the answer. */
export async function POST(): Promise<Response> {
  const { token } = await userSession({
    client,
    body: { amount: 0, scope: 'MEMBER_ACCOUNT', customerId, referenceText: 'Membership' },
  });
  return Response.json({ token });
}
