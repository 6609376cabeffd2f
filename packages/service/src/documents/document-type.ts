/** The types of files that are taken, by the bytes they begin with. */
const TYPES = [
  { contentType: 'application/pdf', extension: 'pdf', begins: [0x25, 0x50, 0x44, 0x46, 0x2d] },
  { contentType: 'image/jpeg', extension: 'jpg', begins: [0xff, 0xd8, 0xff] },
  { contentType: 'image/png', extension: 'png', begins: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] },
] as const;

export type DocumentType = (typeof TYPES)[number];

/** The type of a file by its content: what its sender calls it proves nothing. Null when it is not taken. */
export function documentType(bytes: Uint8Array): DocumentType | null {
  return TYPES.find(({ begins }) => begins.every((byte, at) => bytes[at] === byte)) ?? null;
}
