/**
 * All states that a member may see, in the order in which a payment reaches them.
 * @type {readonly { id: string, title: string }[]}
 */
export const states = [
  { id: 'list', title: 'List of methods' },
  { id: 'form', title: 'Form' },
  { id: 'errors', title: 'Errors' },
  { id: 'busy', title: 'Busy' },
  { id: 'secure', title: '3-D Secure' },
  { id: 'waiting', title: 'Waiting for the bank' },
  { id: 'unknown', title: 'Outcome unknown' },
  { id: 'success', title: 'Success' },
  { id: 'cancelled', title: 'Cancelled' },
  { id: 'ended', title: 'Session ended' },
];
