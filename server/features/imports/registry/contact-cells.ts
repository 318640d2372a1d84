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

/**
 * The first of the e-mail addresses in a cell; the others, and what is no address, are said. With `parts`, a certified
 * address beside an ordinary one is `pec`.
 */
export function emailsIn(cell: Cell | undefined, parts = false): ReadContact & { pec?: string } {
  const code = 'email'
  const written = cellText(cell)
    .split(/[;,/\s]+/)
    .filter((part) => part !== '' && !/^[-–—]+$/.test(part))
  const addresses = written.filter((part) => EMAIL.test(part)).map((part) => part.toLowerCase())
  if (written.length === 0) return { code }
  if (!EMAIL.test(written[0] ?? ''))
    return { code, warning: 'Questo indirizzo e-mail non è scritto bene: non è stato preso.' }
  const pec = parts && addresses.some((each) => !isPec(each)) ? addresses.find(isPec) : undefined
  const value = addresses.find((each) => each !== pec) ?? ''
  const others = written.filter((part) => part.toLowerCase() !== value && part.toLowerCase() !== pec)
  return {
    value,
    code,
    ...(pec ? { pec } : {}),
    ...(others.length > 0
      ? { warning: `È stato preso il primo indirizzo. Non è stato preso: ${others.join(', ')}.` }
      : {}),
  }
}
const EMAIL = /^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>"]{2,}$/

/** Whether the text is a telephone number, in whatever column it stands. */
export const isPhone = (cell: Cell | undefined): boolean => {
  const text = cellText(cell)
  return isNumber(text) && text.replace(/\D/g, '').length >= 6 && !/^\d{5}$/.test(text)
}
export const isEmail = (cell: Cell | undefined): boolean =>
  /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(cellText(cell))
/** Addresses of certified mail: a label of the domain begins or ends with "pec", or is a provider's. */
export const isPec = (email: string): boolean =>
  email
    .slice(email.indexOf('@') + 1)
    .split(/[.-]/)
    .some((label) =>
      /^pec|pec$|^(?:cert|pcert|.*legalmail|postecert|postacert.*|certymail|.*certmail|sicurezzapostale|registerpec)$/.test(
        label,
      ),
    )

/** Addresses of providers that sell no certified mail. */
export const isOrdinaryMail = (email: string): boolean =>
  /@(?:gmail|googlemail|libero|hotmail|live|outlook|msn|yahoo|ymail|virgilio|tiscali(?:net)?|alice|tin|tim|fastwebnet|vodafone|icloud|me|email|inwind|iol|teletu)\.(?:it|com)$/.test(
    email,
  )
