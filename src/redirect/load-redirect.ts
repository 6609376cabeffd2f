/** Everything that only a redirect needs: one chunk of the npm build, fetched by whoever is first to need it. */
export const loadRedirect = async (): Promise<typeof import('./redirect.js')> => {
  const redirect = await import('./redirect.js');
  redirect.registerRedirect();
  return redirect;
};
