/**
 * Returns the address of the script's own file, which has the other files next to it. CDNs also serve the script at the
 * bare name of the package, and with a range of versions or a tag, with or without the file's path. `currentScript` does
 * not show which version that leads to. A path without `@` may be a folder that a page's own server serves: it stays.
 *
 * @param version of this script, since its second file is only next to the same version.
 */
export function fileOf(address: string, version: string): string {
  return address.replace(
    /^([^?#]*\/upc-payment-widget)(@[^/?#]*(\/dist\/script\/widget\.js)?)?\/?([?#].*)?$/,
    `$1@${version}/dist/script/widget.js`,
  );
}
