/**
 * Text for a cell of an exported file. What a spreadsheet would run as a formula (`=`, `+`, `-`, `@`, tab or
 * carriage return in front, blanks or full-width forms included) gets a leading apostrophe, which marks text in
 * every spreadsheet and which our importer drops again.
 */
export function neutraliseFormula(text: string): string {
  return /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/u.test(text) ? `'${text}` : text
}
