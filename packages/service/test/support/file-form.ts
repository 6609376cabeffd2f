/** Builds a multipart request with one file. */
export function fileForm(
  part: string,
  file: Buffer,
  name = 'paper.pdf',
): { payload: Buffer; headers: { 'content-type': string } } {
  const head = `--edge\r\nContent-Disposition: form-data; name="${part}"; filename="${name}"\r\n\r\n`;
  return {
    payload: Buffer.concat([Buffer.from(head), file, Buffer.from('\r\n--edge--\r\n')]),
    headers: { 'content-type': 'multipart/form-data; boundary=edge' },
  };
}
