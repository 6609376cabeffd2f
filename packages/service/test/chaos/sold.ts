/** Returns the data of an invented person who signs up. */
export function person(lastName: string, countryCode: string): object {
  return {
    firstName: 'Nina',
    lastName,
    dateOfBirth: '1990-05-17',
    email: 'nina@example.com',
    street: 'Müllerstraße',
    houseNumber: '3',
    city: 'Berlin',
    zipCode: '13353',
    countryCode,
    // Spain requires it.
    taxId: '12345678Z',
    language: { languageCode: 'en' },
  };
}

/** Returns a contract that starts soon, with the token that pays the amount due on signing. */
export function contract(term: number, initial: { readonly token: string } | null): object {
  return {
    contractOfferTermId: term,
    startDate: new Date(Date.now() + 36 * 3_600_000).toISOString().slice(0, 10),
    ...(initial && { initialPaymentRequestToken: initial.token }),
  };
}
