import { strToU8, type Zippable, zipSync } from 'fflate'

/** The content of a test sheet: raw XML rows, or values that become plain cells. */
export type SheetXml = { name: string; rows: string; before?: string; state?: string }

/** An XLSX for tests, as other programs write it, zipped by a library that is not ours. */
export function xlsxOf(
  sheets: SheetXml[],
  options: {
    strings?: string[]
    date1904?: boolean
    styles?: string
    order?: number[]
    extra?: Zippable
  } = {},
): Buffer {
  const order = options.order ?? sheets.map((_, index) => index)
  const list = order.map(
    (index) =>
      `<sheet name="${sheets[index]?.name}" sheetId="${index + 1}" state="${sheets[index]?.state ?? 'visible'}" r:id="rId${index + 1}"/>`,
  )
  const links = sheets.map(
    (_, index) =>
      `<Relationship Id="rId${index + 1}" Type="${R}/worksheet" Target="worksheets/sheet${index + 1}.xml"/>`,
  )
  const files: Zippable = {
    'xl/workbook.xml': strToU8(
      `<workbook xmlns="${M}" xmlns:r="${R}"><workbookPr date1904="${options.date1904 ? 1 : 0}"/><sheets>${list.join('')}</sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': strToU8(
      `<Relationships>${links.join('')}<Relationship Id="s" Type="${R}/sharedStrings" Target="/xl/sharedStrings.xml"/><Relationship Id="f" Type="${R}/styles" Target="styles.xml"/></Relationships>`,
    ),
    'xl/sharedStrings.xml': strToU8(
      `<sst xmlns="${M}">${(options.strings ?? []).map((text) => `<si>${text}</si>`).join('')}</sst>`,
    ),
    'xl/styles.xml': strToU8(
      options.styles ??
        `<styleSheet xmlns="${M}"><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>`,
    ),
  }
  sheets.forEach((sheet, index) => {
    files[`xl/worksheets/sheet${index + 1}.xml`] = strToU8(
      `<?xml version="1.0" encoding="UTF-8"?><worksheet xmlns="${M}">${sheet.before ?? ''}<sheetData>${sheet.rows}</sheetData></worksheet>`,
    )
  })
  return Buffer.from(zipSync({ ...files, ...options.extra }))
}

/** Rows of plain values: strings inline, numbers and booleans, null for no cell. `first` is the first row's number. */
export function rowsXml(rows: (string | number | boolean | null)[][], first = 1): string {
  return rows
    .map((values, i) => {
      const cells = values.map((value, column) => {
        const ref = `${String.fromCharCode(65 + column)}${first + i}`
        if (value === null) return ''
        if (typeof value === 'number') return `<c r="${ref}"><v>${value}</v></c>`
        if (typeof value === 'boolean') return `<c r="${ref}" t="b"><v>${value ? 1 : 0}</v></c>`
        return `<c r="${ref}" t="inlineStr"><is><t>${value.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</t></is></c>`
      })
      return `<row r="${first + i}">${cells.join('')}</row>`
    })
    .join('')
}

const M = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const R = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
