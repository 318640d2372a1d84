import PDFDocument from 'pdfkit'
import { fonts, runsOf, type Weight } from './fonts.ts'

/** In points: A4 upright with margins of 16 mm. */
export const page = { width: 595.28, height: 841.89, left: 45.35, right: 549.93, top: 45.35, bottom: 796.54 }
const textSize = 9.5
/** A character of Courier is as wide as six tenths of its size: 7.2 points, a tenth of an inch. */
const codeLineSize = 12

type Placed = {
  x: number
  /** The baseline. */
  y: number
  /** Wider text ends in an ellipsis. */
  width: number
  align?: 'left' | 'right'
  size?: number
  weight?: Weight
  dim?: boolean
}
type Shape = 'H1' | 'H2' | 'P' | 'Figure'

/** A document of A4 pages, black on white. Screen readers get the content in the order of the calls. */
export type Sheet = {
  /** One paragraph of one or more pieces of text. */
  say: (shape: Shape, pieces: (Placed & { text: string })[]) => void
  /** The width of a text in points. */
  measure: (text: string, style?: { size?: number; weight?: Weight }) => number
  /** Wraps text into at most `most` lines of `width`, longer words at their letters; the last line holds the rest. */
  wrap: (text: string, width: number, most: number, style?: { size?: number; weight?: Weight }) => string[]
  /** A vertical line from one height to another, dashed where the paper is cut. Decoration, like `rule`. */
  stroke: (x: number, from: number, to: number, style: { thick: number; dashed?: boolean }) => void
  /** A horizontal line: decoration, which screen readers skip. */
  rule: (
    y: number,
    style: { from?: number; to?: number; thick: number; grey?: boolean; dashed?: boolean },
  ) => void
  /**
   * A drawing made of horizontal bars (column, row, length, in units of `unit` points), one unit high or `height` units, with
   * `alt` as its description.
   */
  figure: (
    bars: [number, number, number][],
    at: { x: number; y: number; unit: number; height?: number },
    alt: string,
  ) => void
  /** A line for machines, from `x` on: ten characters to the inch, in the fixed-width font that every reader of PDFs has. */
  codeLine: (text: string, at: { x: number; y: number }) => void
  /** A PNG or JPEG (see `whyNotPicture`), as large as fits in the box; `alt` is its description. */
  picture: (
    bytes: Buffer,
    box: { x: number; y: number; width: number; height: number; align?: 'right' },
    alt: string,
  ) => void
  /** Starts a new page, upright or `landscape`. */
  nextPage: (style?: { landscape?: boolean }) => void
  /** Draws what stands on every page, when all of them exist: `number` counts from 1. */
  onEachPage: (draw: (at: { number: number; of: number; landscape: boolean }) => void) => void
  finish: () => Promise<Buffer>
}

/**
 * Opens a document. The same content with the same `day` gives the same bytes: the clock is not used. Tagged and in
 * Italian, for screen readers.
 */
export function openSheet(about: { title: string; author: string; day: string }): Sheet {
  const written = new Date(`${about.day.slice(0, 10)}T00:00:00Z`)
  const doc = new PDFDocument({
    size: 'A4',
    margin: 0,
    bufferPages: true,
    lang: 'it-IT',
    tagged: true,
    displayTitle: true,
    pdfVersion: '1.7',
    info: {
      Title: about.title,
      Author: about.author,
      Creator: 'Saldo',
      Producer: 'Saldo',
      CreationDate: written,
    },
  })
  for (const [name, font] of Object.entries(fonts))
    doc.registerFont(name, font as unknown as PDFKit.Mixins.PDFFontSource)
  const parts: Buffer[] = []
  doc.on('data', (part: Buffer) => parts.push(part))

  return {
    say: (shape, pieces) => {
      const draw = () => {
        for (const piece of pieces) write(doc, piece)
      }
      doc.addStructure(doc.struct(shape, {}, draw))
    },
    measure: (text, style = {}) => measure(doc, text, style),
    wrap: (text, width, most, style = {}) => wrap(doc, text, width, most, style),
    stroke: (x, from, to, { thick, dashed }) => {
      doc.markContent('Artifact', { type: 'Layout' })
      doc.save().lineWidth(thick).strokeColor('#000000')
      if (dashed) doc.dash(3, { space: 2 })
      doc.moveTo(x, from).lineTo(x, to).stroke().restore()
      doc.endMarkedContent()
    },
    rule: (y, { from = page.left, to = page.right, thick, grey, dashed }) => {
      doc.markContent('Artifact', { type: 'Layout' })
      doc
        .save()
        .lineWidth(thick)
        .strokeColor(grey ? '#808080' : '#000000')
      if (dashed) doc.dash(3, { space: 2 })
      doc.moveTo(from, y).lineTo(to, y).stroke().restore()
      doc.endMarkedContent()
    },
    figure: (bars, { x, y, unit, height = 1 }, alt) => {
      const draw = () => {
        doc.save().translate(x, y).scale(unit)
        for (const [column, row, length] of bars) doc.rect(column, row, length, height)
        doc.fill('#000000').restore()
      }
      doc.addStructure(doc.struct('Figure', { alt }, draw))
    },
    codeLine: (text, { x, y }) => {
      const draw = () => {
        doc.fillColor('#000000').font('Courier-Bold').fontSize(codeLineSize)
        doc.text(text, x, y, { lineBreak: false, baseline: 'alphabetic' })
      }
      doc.addStructure(doc.struct('P', {}, draw))
    },
    picture: (bytes, { x, y, width, height, align }, alt) => {
      const draw = () => {
        doc.image(bytes, x, y, { fit: [width, height], ...(align ? { align } : {}) })
      }
      doc.addStructure(doc.struct('Figure', { alt }, draw))
    },
    nextPage: ({ landscape } = {}) =>
      void doc.addPage({ size: 'A4', margin: 0, layout: landscape ? 'landscape' : 'portrait' }),
    onEachPage: (draw) => {
      const { start, count } = doc.bufferedPageRange()
      for (let at = 0; at < count; at += 1) {
        const { layout } = doc.switchToPage(start + at)
        draw({ number: at + 1, of: count, landscape: layout === 'landscape' })
      }
    },
    finish: () =>
      new Promise((resolve) => {
        doc.on('end', () => resolve(Buffer.concat(parts)))
        doc.end()
      }),
  }
}

type Doc = PDFKit.PDFDocument
type Style = { size?: number; weight?: Weight }

function write(doc: Doc, piece: Placed & { text: string }): void {
  const { size = textSize, weight = 400, width, align, y, dim } = piece
  const text = fit(doc, piece.text, width, { size, weight })
  let x = align === 'right' ? piece.x + width - measure(doc, text, { size, weight }) : piece.x
  doc.fillColor(dim ? '#4d4d4d' : '#000000')
  for (const run of runsOf(text, weight)) {
    doc.font(run.font).fontSize(size).text(run.text, x, y, { lineBreak: false, baseline: 'alphabetic' })
    x += doc.widthOfString(run.text)
  }
}

const measure = (doc: Doc, text: string, { size = textSize, weight = 400 }: Style): number =>
  runsOf(text, weight).reduce(
    (sum, run) => sum + doc.font(run.font).fontSize(size).widthOfString(run.text),
    0,
  )

/** The text, or as much of it as fits with an ellipsis. */
function fit(doc: Doc, text: string, width: number, style: Style): string {
  if (measure(doc, text, style) <= width) return text
  const letters = [...text]
  let fits = 0
  let tooMany = letters.length
  while (tooMany - fits > 1) {
    const middle = (fits + tooMany) >> 1
    if (measure(doc, `${letters.slice(0, middle).join('')}…`, style) <= width) fits = middle
    else tooMany = middle
  }
  return `${letters.slice(0, fits).join('').trimEnd()}…`
}

function wrap(doc: Doc, text: string, width: number, most: number, style: Style): string[] {
  const lines: string[] = []
  let line = ''
  const pieces = text.split(/\s+/).flatMap((word) => broken(doc, word, width, style))
  for (const word of pieces) {
    const longer = line ? `${line} ${word}` : word
    if (line && lines.length < most - 1 && measure(doc, longer, style) > width) {
      lines.push(line)
      line = word
    } else line = longer
  }
  return [...lines, line]
}

/** A word that is wider than a line, as pieces that fit one. */
function broken(doc: Doc, word: string, width: number, style: Style): string[] {
  if (measure(doc, word, style) <= width) return [word]
  const pieces: string[] = []
  let piece = ''
  for (const letter of word) {
    if (piece && measure(doc, piece + letter, style) > width) {
      pieces.push(piece)
      piece = ''
    }
    piece += letter
  }
  return [...pieces, piece]
}
