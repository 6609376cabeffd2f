/** The part of Trusted Types that is used here. Not every browser has it. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { readonly createScriptURL: (address: string) => string },
  ): { createScriptURL(address: string): string };
}

/**
 * Returns a script's address as a page with Trusted Types requires it. The policy accepts this address only. A page that
 * does not allow the policy may have a default one, so it gets the plain address.
 */
export function trustedAddress(policyName: string, address: string): string {
  const { trustedTypes } = globalThis as { readonly trustedTypes?: TrustedTypes };
  try {
    const policy = trustedTypes?.createPolicy(policyName, {
      createScriptURL: (given) => {
        if (given === address) return given;
        throw new TypeError(`Only ${address} may be loaded.`);
      },
    });
    return policy?.createScriptURL(address) ?? address;
  } catch {
    return address;
  }
}
