import type { IssueCode } from '../read/row-checks.ts'
import { type Cell, cellText } from '../spreadsheet/cells.ts'

/** What a cell of contacts holds: `value` is taken, `complaint` makes the row wrong, `warning` says what is not taken. */
export type ReadContact = { value?: string; complaint?: string; warning?: string; code: IssueCode }

/** A telephone number; the first of several. A number that a spreadsheet has rounded (`3,9E+11`) is wrong. */
export function phoneIn(cell: Cell | undefined): ReadContact {
  const text = cellText(cell).replace(/^(?:tel(?:efono)?|cell(?:ulare)?|fisso|casa|ab)?\s*[.:]\s*/i, '')
  const code = 'phone'
  if (text === '' || /^[-–—/.]+$/.test(text)) return { code }
  if (LOST_DIGITS.test(text) || (cell?.kind === 'number' && !/^\d{5,15}$/.test(text)))
    return { code, complaint: 'Il foglio ha perso le cifre di questo numero: riscrivilo come testo.' }
  if (cell?.kind === 'number' && /^[124-9]\d{6,9}$/.test(text))
    return { value: `0${text}`, code, warning: `Il numero aveva perso lo zero: letto 0${text}.` }
  if (isNumber(text)) return { value: text, code }
  const [first, ...others] = [...text.matchAll(NUMBERS)].map(([number]) => number.trim()).filter(isNumber)
  if (!first) return { code, warning: `«${text}» non è un numero di telefono: non è stato preso.` }
  const rest = text.replace(first, '').replace(/^[\s;,/.:-]+|[\s;,/.:-]+$/g, '')
  return {
    value: first,
    code,
    ...(others.length > 0 || /\p{L}{2}/u.test(rest)
      ? { warning: `È stato preso il primo numero, ${first}. Non è stato preso: ${rest}.` }
      : {}),
  }
}

const LOST_DIGITS = /^\d(?:[.,]\d+)?E\+?\d{1,2}$/i
const NUMBERS = /\+?\d[\d .]*(?:[-/]\d[\d .]*)?\d(?=$|[^\d])/g

const isNumber = (text: string): boolean => {
  const digits = text.replace(/\D/g, '').length
  return (
    /^\+?[\d\s./()-]+$/.test(text) && digits >= 4 && digits <= 14 && !/^\d{5,}\s*[/;-]\s*\d{5,}$/.test(text)
  )
}

/** What stands in a cell beside its first e-mail address; null when nothing. */
export function moreThanOneEmail(cell: Cell | undefined): string | null {
  const [, ...others] = cellText(cell)
    .split(/[;,\s]+/)
    .filter((part) => part !== '')
  return others.length > 0
    ? `È stato preso il primo indirizzo. Non è stato preso: ${others.join(', ')}.`
    : null
}

/** Whether the text is a telephone number, in whatever column it stands. */
export const isPhone = (cell: Cell | undefined): boolean => {
  const text = cellText(cell)
  return isNumber(text) && text.replace(/\D/g, '').length >= 6 && !/^\d{5}$/.test(text)
}
export const isEmail = (cell: Cell | undefined): boolean =>
  /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(cellText(cell))
/** Addresses of certified mail. */
export const isPec = (email: string): boolean =>
  /@(?:.*\.)?(?:pec|legalmail|postecert|arubapec|pecmail|cert)\b/.test(email) || /@pec\./.test(email)
