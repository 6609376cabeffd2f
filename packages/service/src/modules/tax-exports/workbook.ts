import { strToU8, Zip, ZipDeflate } from 'fflate';
import { type CalendarDate, daysBetween } from '../../core/calendar.js';
import { fromMinorUnits } from '../../core/money.js';

/** A value of a table: a text, a day, or an amount in minor units of a currency. */
export type Cell =
  | string
  | { readonly day: CalendarDate }
  | { readonly minorUnits: number; readonly currency: string }
  | { readonly count: number };

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Index of the format of days in `xl/styles.xml`. */
const DAY_STYLE = 1;

/** The parts around the sheet (ECMA-376, part 1). */
const around = (name: string): Readonly<Record<string, string>> => ({
  '[Content_Types].xml':
    `<Types xmlns="${PACKAGE}/content-types">` +
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    `<Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/>` +
    `<Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/>` +
    `<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPE}.worksheet+xml"/></Types>`,
  '_rels/.rels':
    `<Relationships xmlns="${PACKAGE}/relationships">` +
    `<Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml':
    `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}">` +
    `<sheets><sheet name="${escaped(name)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels':
    `<Relationships xmlns="${PACKAGE}/relationships">` +
    `<Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/>` +
    `<Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml':
    `<styleSheet xmlns="${MAIN}"><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts>` +
    '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
    '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
    '<cellXfs count="2"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>' +
    '<xf numFmtId="14" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs>' +
    '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>',
});

/** Writes an Excel workbook with one sheet, in chunks. Only its texts can begin with signs of a formula; they stay texts. */
export async function* workbook(
  name: string,
  table: AsyncIterable<readonly (readonly Cell[])[]>,
): AsyncGenerator<Uint8Array> {
  let chunks: Uint8Array[] = [];
  const zip = new Zip((fault, chunk) => {
    if (fault) throw fault;
    chunks.push(chunk);
  });
  const taken = function* () {
    yield* chunks;
    chunks = [];
  };
  const begin = (path: string) => {
    const file = new ZipDeflate(path);
    // The same content gives the same file, so the time of the files says nothing.
    file.mtime = '1980-01-01T12:00:00';
    zip.add(file);
    return file;
  };
  for (const [path, xml] of Object.entries(around(name))) begin(path).push(strToU8(HEAD + xml), true);
  yield* taken();
  const sheet = begin('xl/worksheets/sheet1.xml');
  // Excel shows a date as ####### in a column of the default width.
  const width = '<sheetFormatPr defaultColWidth="18" defaultRowHeight="15"/>';
  sheet.push(strToU8(`${HEAD}<worksheet xmlns="${MAIN}">${width}<sheetData>`));
  for await (const rows of table) {
    sheet.push(strToU8(rows.map((cells) => `<row>${cells.map(xmlCell).join('')}</row>`).join('')));
    yield* taken();
  }
  sheet.push(strToU8('</sheetData></worksheet>'), true);
  zip.end();
  yield* taken();
}

function xmlCell(cell: Cell): string {
  if (typeof cell === 'string') return `<c t="inlineStr"><is><t>${escaped(cell)}</t></is></c>`;
  if ('day' in cell) return `<c s="${DAY_STYLE}"><v>${daysBetween('1899-12-30', cell.day)}</v></c>`;
  if ('count' in cell) return `<c><v>${cell.count}</v></c>`;
  return `<c><v>${fromMinorUnits(cell.minorUnits, cell.currency)}</v></c>`;
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
