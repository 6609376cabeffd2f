import { createRequire } from 'node:module';
import { buffer } from 'node:stream/consumers';
import { NAME, readSignature, STROKE_WIDTH } from './signature.js';
import { printPath } from './svg-path.js';

/** DejaVu covers the letters of all fifteen languages. Only the glyphs used are embedded. */
const { resolve } = createRequire(import.meta.url);
const FONTS = {
  text: resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'),
  bold: resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'),
  italic: resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Oblique.ttf'),
};
const MARGIN = 56;
/** The items of a list: the indent of the value, the width of the label in it, and the text. */
const FACT = { indent: 170, labelWidth: 158, labelFont: FONTS.bold, size: 9, lineGap: 0 };
const BULLET = { indent: 14, labelWidth: 12, labelFont: FONTS.text, size: 10, lineGap: 2 };
const SIGNATURE_WIDTH = 260;
const SIGNATURE_LINE_HEIGHT = 60;
/** Width of a module of a QR code, 0.7 mm, and the white modules around the code. */
const MODULE_WIDTH = 2;
const QUIET_ZONE = 4;
/** Minimum space below a heading, so that it does not end a page. */
const LEAST_BELOW_HEADING = 60;

export interface AboutPdf {
  readonly language: string;
  readonly heading: string;
  readonly author: string;
  readonly madeAt: Date;
}

/**
 * Builds a PDF of A4 pages, tagged for assistive technology (PDF/UA-1). It contains the heading, followed by the
 * content that `write` adds.
 */
export async function taggedPdf(about: AboutPdf, write: (pen: Pen) => void): Promise<Buffer> {
  // Loading takes 0.2 s, which must not delay the start.
  const { default: PDFDocument } = await import('pdfkit');
  const paper = new PDFDocument({
    size: 'A4',
    margin: MARGIN,
    pdfVersion: '1.7',
    // The package's types do not include this subset yet.
    subset: 'PDF/UA' as 'PDF/A-1',
    tagged: true,
    displayTitle: true,
    lang: about.language,
    font: FONTS.text,
    info: { Title: about.heading, Author: about.author, CreationDate: about.madeAt },
  });
  // Slips ask for Helvetica, which a PDF/UA must embed like any other font.
  paper.registerFont('Helvetica', FONTS.text).registerFont('Helvetica-Bold', FONTS.bold);
  const whole = buffer(paper);
  const pen = new Pen(paper);
  pen.heading(about.heading);
  write(pen);
  pen.end();
  return whole;
}

/** Writes elements one below the other, each with its structure tag. */
export class Pen {
  readonly #root;
  readonly #width;

  constructor(private readonly paper: PDFKit.PDFDocument) {
    this.#root = paper.struct('Document', {});
    this.#width = paper.page.width - 2 * MARGIN;
    paper.addStructure(this.#root);
  }

  heading(text: string): void {
    this.#tag('H1', () => this.paper.font(FONTS.bold).fontSize(17).text(text));
    this.paper.moveDown();
  }

  /**
   * Writes a subheading.
   *
   * @param language of the text; the document's by default.
   */
  subheading(text: string, language?: string): void {
    this.#keepTogether(LEAST_BELOW_HEADING);
    const draw = () => this.paper.font(FONTS.bold).fontSize(12).text(text);
    this.#root.add(this.paper.struct('H2', language === undefined ? {} : { lang: language }, draw));
    this.paper.moveDown(0.6);
  }

  note({ language, text }: Note): void {
    const draw = () => this.paper.font(FONTS.bold).fontSize(10).text(text);
    this.#root.add(this.paper.struct('P', { lang: language }, draw));
    this.paper.moveDown(0.6);
  }

  passage({ language, text }: Passage): void {
    const section = this.paper.struct('Sect', { lang: language });
    this.#root.add(section);
    for (const paragraph of text) {
      const draw = () => this.paper.font(FONTS.text).fontSize(10).text(paragraph, { lineGap: 2 });
      section.add(this.paper.struct('P', {}, draw));
      this.paper.moveDown(0.4);
    }
    section.end();
    this.paper.moveDown(0.4);
  }

  guarantee({ heading, items }: { readonly heading: string; readonly items: readonly string[] }): void {
    this.subheading(heading);
    const list = this.paper.struct('L', {});
    this.#root.add(list);
    for (const item of items) this.#item(list, '•', item, BULLET);
    list.end();
    this.paper.x = MARGIN;
    this.paper.moveDown(0.6);
  }

  /** Writes a list in which each label names the value beside it. */
  facts(facts: readonly Fact[]): void {
    const list = this.paper.struct('L', {});
    this.#root.add(list);
    for (const { label, value, isAddress = false } of facts) {
      this.#item(list, label, value, FACT, isAddress ? { link: value, underline: true } : {});
    }
    list.end();
    this.paper.x = MARGIN;
    this.paper.moveDown(0.8);
  }

  /** Writes an item whose value keeps its indent in every line. */
  #item(
    list: PDFKit.PDFStructureElement,
    label: string,
    value: string,
    { indent, labelWidth, labelFont, size, lineGap }: typeof FACT,
    style: PDFKit.Mixins.TextOptions = {},
  ): void {
    const { paper } = this;
    const columns = [
      { tag: 'Lbl', text: label, font: labelFont, x: MARGIN, width: labelWidth, style: {} },
      { tag: 'LBody', text: value, font: FONTS.text, x: MARGIN + indent, width: this.#width - indent, style },
    ];
    const heights = columns.map(({ text, font, width }) =>
      paper.font(font).fontSize(size).heightOfString(text, { width, lineGap }),
    );
    const height = Math.max(...heights);
    this.#keepTogether(height);
    const top = paper.y;
    const parts = columns.map(({ tag, text, font, x, width, style }) => {
      const draw = () =>
        paper
          .font(font)
          .fontSize(size)
          .text(text, x, top, { width, lineGap, ...style });
      return paper.struct(tag, {}, style.link ? paper.struct('Link', {}, draw) : draw);
    });
    list.add(paper.struct('LI', {}, parts));
    paper.y = top + height + 5;
  }

  signature(label: string, svg: string): void {
    const { width, height, strokes, dots, name } = readSignature(svg);
    const scale = SIGNATURE_WIDTH / width;
    this.#keepTogether(height * scale + 30);
    this.#tag('P', () => this.paper.font(FONTS.bold).fontSize(9).text(label));
    const top = this.paper.y + 4;
    const figure = {
      alt: name ? `${label}: ${name}` : label,
      bbox: [MARGIN, top, MARGIN + SIGNATURE_WIDTH, top + height * scale],
    };
    const draw = () => {
      const { paper } = this;
      paper.save().translate(MARGIN, top).scale(scale);
      paper.lineWidth(STROKE_WIDTH).lineCap('round').lineJoin('round');
      for (const steps of strokes) paper.path(printPath(steps)).stroke('#000');
      for (const { x, y, radius } of dots) paper.circle(x, y, radius).fill('#000');
      if (name) this.#typedName(name, width);
      paper.restore();
    };
    this.#root.add(this.paper.struct('Figure', figure, draw));
    this.paper.y = top + height * scale;
  }

  /** Draws a line to sign on. */
  signatureLine(label: string): void {
    this.#keepTogether(SIGNATURE_LINE_HEIGHT);
    const { paper } = this;
    this.#tag('P', () => paper.font(FONTS.bold).fontSize(9).text(label));
    const y = paper.y + SIGNATURE_LINE_HEIGHT - 20;
    paper.markContent('Artifact', { type: 'Layout' });
    paper
      .lineWidth(0.7)
      .moveTo(MARGIN, y)
      .lineTo(MARGIN + SIGNATURE_WIDTH, y)
      .stroke('#000');
    paper.endMarkedContent();
    paper.y = y + 8;
  }

  /**
   * Draws a QR code.
   *
   * @param modules its rows; true is dark.
   */
  qrCode(label: string, modules: readonly (readonly boolean[])[]): void {
    const { paper } = this;
    const side = modules.length * MODULE_WIDTH;
    const border = QUIET_ZONE * MODULE_WIDTH;
    this.#keepTogether(side + 2 * border);
    const top = paper.y + border;
    const figure = { alt: label, bbox: [MARGIN, top, MARGIN + side, top + side] };
    const draw = () => {
      for (const [y, row] of modules.entries()) {
        for (const [x, isDark] of row.entries()) {
          if (!isDark) continue;
          paper.rect(MARGIN + x * MODULE_WIDTH, top + y * MODULE_WIDTH, MODULE_WIDTH, MODULE_WIDTH);
        }
      }
      paper.fill('#000');
    };
    this.#root.add(paper.struct('Figure', figure, draw));
    paper.y = top + side + border;
  }

  /** Lets a slip be drawn that is as wide as the page and fills its bottom, such as the payment part of a bill. */
  slip(label: string, height: number, draw: (paper: PDFKit.PDFDocument) => void): void {
    const { paper } = this;
    if (paper.y > paper.page.height - height) paper.addPage();
    const { page } = paper;
    const { margins } = page;
    page.margins = { top: 0, right: 0, bottom: 0, left: 0 };
    const figure = { alt: label, bbox: [0, page.height - height, page.width, page.height] };
    this.#root.add(paper.struct('Figure', figure, () => draw(paper)));
    page.margins = margins;
    paper.undash().fillColor('#000');
    paper.x = MARGIN;
    paper.y = page.height;
  }

  /** Writes a typed name as large as the pad allows. */
  #typedName(name: string, width: number): void {
    const { paper } = this;
    paper.font(FONTS.italic).fontSize(NAME.size);
    const room = width - 2 * NAME.x;
    const size = Math.min(NAME.size, (NAME.size * room) / paper.widthOfString(name));
    paper.fontSize(size).text(name, NAME.x, NAME.y, { lineBreak: false, baseline: 'alphabetic' });
  }

  end(): void {
    this.#root.end();
    this.paper.end();
  }

  #tag(tag: string, draw: () => void): void {
    this.#root.add(this.paper.struct(tag, {}, draw));
  }

  #keepTogether(height: number): void {
    if (this.paper.y + height > this.paper.page.height - MARGIN) this.paper.addPage();
  }
}

export interface Fact {
  readonly label: string;
  readonly value: string;
  /** Whether the value is an address, which readers can open. */
  readonly isAddress?: boolean;
}

/** Paragraphs in one language. */
export interface Passage {
  readonly language: string;
  readonly text: readonly string[];
}

/** A sentence about the passage below it. */
export interface Note {
  readonly language: string;
  readonly text: string;
}

/** The content of a signed mandate, in reading order. */
export interface MandateDocument {
  /** The language, with the region used for dates and terms. */
  readonly language: string;
  readonly heading: string;
  readonly creditorName: string;
  readonly acceptedAt: Date;
  readonly agreement: readonly Fact[];
  /** Note to readers of another language that the passage is binding. */
  readonly note: Note | null;
  readonly passage: Passage;
  /** The scheme's guarantee, in the passage's language. */
  readonly guarantee: { readonly heading: string; readonly items: readonly string[] } | null;
  /** The binding text, if it is a different one, with a note about it. */
  readonly binding: { readonly note: Note; readonly passage: Passage } | null;
  readonly payer: readonly Fact[];
  readonly acceptance: readonly Fact[];
  readonly signature: { readonly label: string; readonly svg: string } | null;
}
