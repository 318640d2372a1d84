import { posix } from 'node:path'
import { ImportRefused, limits } from './import-refused.ts'
import type { OpenedFile, SheetInfo } from './opened-file.ts'
import { type CellFormat, readCellFormats } from './xlsx-formats.ts'
import { readComments, readHiddenColumns, readSheetRows } from './xlsx-sheet.ts'
import { type MergedCells, readSheetEnd } from './xlsx-sheet-end.ts'
import { noStrings, readSharedStrings, type SharedStrings } from './xlsx-strings.ts'
import { attribute, isTrue, readWholeXml } from './xml.ts'
import type { Zip } from './zip.ts'

/** Opens an Office Open XML workbook, transitional or strict. Formulas are never computed. */
export async function openXlsx(zip: Zip): Promise<OpenedFile> {
  const workbook = await workbookPath(zip)
  const links = await relations(zip, workbook)
  const { sheets, epoch } = await readWorkbookPart(zip, workbook, links)
  if (sheets.length === 0) throw new ImportRefused('empty')
  if (sheets.length > limits.sheets) throw new ImportRefused('too_many_sheets')

  const infos: SheetInfo[] = []
  const merges: MergedCells[] = []
  for (const sheet of sheets) {
    const hidden_columns = await readHiddenColumns(zip.read(sheet.path))
    const path = (await relations(zip, sheet.path)).find(({ type }) => type === 'comments')?.path
    const comments = path && zip.has(path) ? await readComments(zip.read(path)) : []
    const { printed, merged } = await readSheetEnd(zip.read(sheet.path))
    infos.push({ name: sheet.name, hidden: sheet.hidden, hidden_columns, comments, printed })
    merges.push(merged)
  }

  let lookups: Promise<{ strings: SharedStrings; formats: CellFormat[] }> | undefined
  return {
    kind: 'xlsx',
    epoch,
    sheets: infos,
    async *rows(index) {
      lookups ??= readLookups(zip, links)
      const { strings, formats } = await lookups
      yield* readSheetRows(zip.read(sheets[index]!.path), { strings, formats, epoch, merged: merges[index]! })
    },
  }
}

type Relation = { id: string; type: string; path: string }
type SheetPart = { name: string; hidden: boolean; path: string }

async function workbookPath(zip: Zip): Promise<string> {
  const root = zip.has('_rels/.rels') ? await relations(zip, '') : []
  const path = root.find((relation) => relation.type === 'officeDocument')?.path ?? 'xl/workbook.xml'
  if (path.endsWith('.bin')) throw new ImportRefused('binary_excel')
  if (!zip.has(path)) throw new ImportRefused('wrong_type')
  return path
}

/** The relations of a part, with targets made absolute inside the zip; those to outside the file are left out. */
async function relations(zip: Zip, part: string): Promise<Relation[]> {
  const folder = posix.dirname(part)
  const file = posix.join(folder, '_rels', `${posix.basename(part)}.rels`)
  const found: Relation[] = []
  if (!zip.has(file)) return found
  await readWholeXml(zip.read(file), {
    open(name, attributes) {
      if (name !== 'Relationship' || attributes.TargetMode === 'External') return
      const target = (attributes.Target ?? '').replaceAll('\\', '/')
      const path = target.startsWith('/') ? target.slice(1) : posix.join(folder, target)
      found.push({ id: attributes.Id ?? '', type: posix.basename(attributes.Type ?? ''), path })
    },
  })
  return found
}

async function readWorkbookPart(zip: Zip, path: string, links: Relation[]) {
  const sheets: SheetPart[] = []
  let epoch: 1900 | 1904 = 1900
  let isWorkbook = false
  await readWholeXml(zip.read(path), {
    open(name, attributes) {
      if (name === 'workbook') isWorkbook = true
      if (name === 'workbookPr' && isTrue(attributes.date1904)) epoch = 1904
      if (name !== 'sheet') return
      const link = links.find((relation) => relation.id === attribute(attributes, 'id'))
      if (link && link.type !== 'worksheet') return
      if (!link || !zip.has(link.path)) throw new ImportRefused('broken')
      const hidden = attributes.state === 'hidden' || attributes.state === 'veryHidden'
      sheets.push({ name: attributes.name ?? `Foglio ${sheets.length + 1}`, hidden, path: link.path })
    },
  })
  // A .docx or .pptx is also such a zip: its main part is another kind of document.
  if (!isWorkbook) throw new ImportRefused('wrong_type')
  return { sheets, epoch }
}

async function readLookups(zip: Zip, links: Relation[]) {
  const strings = links.find((relation) => relation.type === 'sharedStrings')?.path
  const styles = links.find((relation) => relation.type === 'styles')?.path
  return {
    strings: strings && zip.has(strings) ? await readSharedStrings(zip.read(strings)) : noStrings,
    formats: styles && zip.has(styles) ? await readCellFormats(zip.read(styles)) : [],
  }
}
