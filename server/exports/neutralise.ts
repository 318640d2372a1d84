/**
 * Text for a cell of an exported file. If a spreadsheet would run it as a formula (it begins with `=`, `+`, `-`, `@`,
 * tab or carriage return, also after blanks or in full-width form), it gets a leading apostrophe. Every spreadsheet
 * takes that as text, and our importer removes it.
 */
export function neutraliseFormula(text: string): string {
  return /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/u.test(text) ? `'${text}` : text
}
