import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** An element in the structure of a tagged PDF, with its text. */
export interface Tagged {
  readonly role: string;
  readonly lang: string | null;
  readonly alt: string | null;
  readonly text: string;
  readonly children: readonly Tagged[];
}

export interface ReadPdf {
  readonly title: unknown;
  readonly language: unknown;
  readonly isTagged: boolean;
  readonly declaresPdfUa: boolean;
  /** Fonts that are named but not embedded. */
  readonly fontsNotEmbedded: readonly string[];
  /** Letters that the fonts do not contain, which are shown as boxes. */
  readonly missingGlyphs: readonly string[];
  readonly elements: readonly Tagged[];
  /** Addresses that open when they are clicked. */
  readonly links: readonly string[];
}

interface StructNode {
  readonly role?: string;
  readonly lang?: string;
  readonly alt?: string;
  readonly type?: string;
  readonly id?: string;
  readonly children?: readonly StructNode[];
}

/** Reads a PDF as assistive technology does: its tags in order, with the text of each. */
export async function readPdf(bytes: Uint8Array): Promise<ReadPdf> {
  const pdf = await getDocument({ data: new Uint8Array(bytes), useSystemFonts: false, verbosity: 0 }).promise;
  const info = (await pdf.getMetadata()).info as { readonly Title?: unknown; readonly Language?: unknown };
  const marks = await pdf.getMarkInfo();
  const elements: Tagged[] = [];
  const missingGlyphs: string[] = [];
  const links: string[] = [];
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number);
    const texts = await textById(page);
    missingGlyphs.push(...(await glyphsNotInFont(page)));
    for (const { url } of (await page.getAnnotations()) as { readonly url?: string }[]) {
      if (url !== undefined) links.push(url);
    }
    const tree = (await page.getStructTree()) as StructNode | null;
    elements.push(...(tree?.children ?? []).map((node) => describe(node, texts)));
  }
  await pdf.destroy();
  const raw = Buffer.from(bytes).toString('latin1');
  return {
    title: info.Title,
    language: info.Language,
    isTagged: (marks as { Marked?: boolean } | null)?.Marked === true,
    declaresPdfUa: raw.includes('<pdfuaid:part>1</pdfuaid:part>'),
    fontsNotEmbedded: [...raw.matchAll(/\/BaseFont \/([\w+-]+)/g)]
      .map(([, name = '']) => name)
      // Names of embedded subsets begin with six letters and a plus.
      .filter((name) => !/^[A-Z]{6}\+/.test(name)),
    missingGlyphs,
    elements,
    links,
  };
}

/** Returns the lines of the first page with the position at which each begins, in points from the left edge. */
export async function linesOf(bytes: Uint8Array): Promise<{ readonly x: number; readonly text: string }[]> {
  const pdf = await getDocument({ data: new Uint8Array(bytes), useSystemFonts: false, verbosity: 0 }).promise;
  const { items } = await (await pdf.getPage(1)).getTextContent();
  await pdf.destroy();
  return items.flatMap((item) =>
    'str' in item && item.str.trim() !== ''
      ? [{ x: Math.round(item.transform[4] as number), text: item.str }]
      : [],
  );
}

type Page = Awaited<ReturnType<Awaited<ReturnType<typeof getDocument>['promise']>['getPage']>>;

async function textById(page: Page): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  let current = '';
  for (const item of (await page.getTextContent({ includeMarkedContent: true })).items) {
    if ('str' in item) {
      texts.set(current, `${texts.get(current) ?? ''}${item.str}${item.hasEOL ? lineEnd(item.str) : ''}`);
    } else {
      current = item.type === 'endMarkedContent' ? '' : item.id;
    }
  }
  return texts;
}

/** Returns the separator after a line. Lines break at spaces, which are then omitted, and after hyphens and slashes. */
function lineEnd(line: string): string {
  return /[-/]$/.test(line) ? '' : ' ';
}

interface Glyph {
  readonly originalCharCode: number;
  readonly unicode: string;
}

/** Returns characters that are missing from their font. Glyph 0 is the box shown for a missing letter. */
async function glyphsNotInFont(page: Page): Promise<string[]> {
  const { fnArray, argsArray } = await page.getOperatorList();
  const shown = fnArray.flatMap((operator, at) =>
    operator === OPS.showText ? (argsArray[at] as [(Glyph | number)[]])[0] : [],
  );
  return shown
    .filter((glyph) => typeof glyph !== 'number')
    .filter(({ originalCharCode }) => originalCharCode === 0)
    .map(({ unicode }) => unicode);
}

function describe(node: StructNode, texts: ReadonlyMap<string, string>): Tagged {
  const children = node.children ?? [];
  const own = children.filter(({ type }) => type === 'content').map(({ id = '' }) => texts.get(id) ?? '');
  return {
    role: node.role ?? '',
    lang: node.lang ?? null,
    alt: node.alt ?? null,
    text: own.join('').replace(/\s+/g, ' ').trim(),
    children: children.filter(({ role }) => role !== undefined).map((child) => describe(child, texts)),
  };
}

/** Returns all elements of a role, at any depth. */
export function ofRole(elements: readonly Tagged[], role: string): Tagged[] {
  return elements.flatMap((element) => [
    ...(element.role === role ? [element] : []),
    ...ofRole(element.children, role),
  ]);
}

/** Returns the modules of each QR code, from the squares that a page fills at once. */
export async function qrCodesOf(bytes: Uint8Array): Promise<boolean[][][]> {
  const pdf = await getDocument({ data: new Uint8Array(bytes), useSystemFonts: false, verbosity: 0 }).promise;
  const codes: boolean[][][] = [];
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const { fnArray, argsArray } = await (await pdf.getPage(number)).getOperatorList();
    for (const [at, operator] of fnArray.entries()) {
      if (operator !== OPS.constructPath) continue;
      const [, [path]] = argsArray[at] as [number, [Float32Array | null]];
      const modules = modulesIn([...(path ?? [])]);
      if (modules.length > 20) codes.push(modules);
    }
  }
  await pdf.destroy();
  return codes;
}

/** The numbers of a square in a path: a move, three lines, and the end, each with the number of its command. */
const SQUARE = 13;

function modulesIn(path: readonly number[]): boolean[][] {
  const corners = Array.from({ length: Math.floor(path.length / SQUARE) }, (_, at) =>
    path.slice(at * SQUARE, (at + 1) * SQUARE),
  ).map(([, x = 0, y = 0, , right = 0]) => ({ x, y, width: right - x }));
  const { width = 1 } = corners[0] ?? {};
  const left = Math.min(...corners.map(({ x }) => x));
  const top = Math.min(...corners.map(({ y }) => y));
  const rows: boolean[][] = [];
  for (const { x, y } of corners) {
    const row = (rows[Math.round((y - top) / width)] ??= []);
    row[Math.round((x - left) / width)] = true;
  }
  return rows;
}
