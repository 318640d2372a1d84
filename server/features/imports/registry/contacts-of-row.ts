import type { Doubt } from '../read/row-doubts.ts'
import type { Cell } from '../spreadsheet/cells.ts'
import { emailsIn, isEmail, isOrdinaryMail, isPec, isPhone, phoneIn } from './contact-cells.ts'
import type { CellOf } from './people-of-row.ts'
import type { RegistryField } from './registry-fields.ts'
import type { FurtherCell, RowInHand } from './registry-row.ts'
import { capital } from './role-words.ts'

/**
 * Reads telephone, e-mail and certified e-mail. Saldo keeps one of each: that of the first column that holds one; the
 * others are listed as not kept.
 */
export function readContacts(hand: RowInHand, further: readonly FurtherCell[]): void {
  const beyond = (field: FurtherCell['field']) => further.filter((contact) => contact.field === field)
  readPhones(hand, [hand.at('phone'), ...beyond('second_phone').map(({ cell }) => cell)])
  readEmails(hand, [hand.at('email'), ...beyond('second_email').map(({ cell }) => cell)])
  readPec(hand)
}

function readPhones({ facts, checks, keep, notKept }: RowInHand, cells: (Cell | undefined)[]): void {
  for (const [index, cell] of cells.entries()) {
    const field = index === 0 ? 'phone' : 'second_phone'
    const { value, complaint, warning, code } = phoneIn(cell)
    if (complaint) checks.complain(field, code, complaint)
    if (warning) checks.warn(field, code, warning)
    if (value && facts.phone && value !== facts.phone) notKept('numeri di telefono oltre al primo', value)
    else keep('phone', value)
  }
}

function readEmails({ facts, checks, keep, notKept, at }: RowInHand, cells: (Cell | undefined)[]): void {
  for (const [index, cell] of cells.entries()) {
    const { value, pec, warning, code } = emailsIn(cell, at('pec') === undefined)
    keep('pec', pec)
    if (warning) checks.warn(index === 0 ? 'email' : 'second_email', code, warning)
    if (value && facts.email && value !== facts.email) notKept('indirizzi e-mail oltre al primo', value)
    else keep('email', value)
  }
}

/** Certified addresses and others are told apart by their domains, and only a person says which they are. */
function readPec({ row, at, facts, checks, doubts, keep }: RowInHand): void {
  const written = emailsIn(at('pec'))
  if (written.warning) checks.warn('pec', written.code, written.warning)
  keep('pec', written.value)
  const { email, pec } = facts
  if (email && !pec && isPec(email) && doubts.ask(row, email, looksLikePec) === 'pec') {
    facts.pec = email
    delete facts.email
  }
  if (pec && !email && isOrdinaryMail(pec) && doubts.ask(row, pec, looksLikeEmail) === 'email') {
    facts.email = pec
    delete facts.pec
  }
}

const PEC_OR_EMAIL = [
  { value: 'pec', label: 'Come PEC', detail: null },
  { value: 'email', label: 'Come e-mail', detail: null },
]

const looksLikePec: Doubt = {
  question: 'rows:pec',
  text: ({ inRows, examples }) =>
    `${capital(inRows)} l’e-mail sembra una PEC (${examples}): come la importo?`,
  options: PEC_OR_EMAIL,
  proposal: 'pec',
}

const looksLikeEmail: Doubt = {
  question: 'rows:no_pec',
  text: ({ inRows, examples }) =>
    `${capital(inRows)} fra le PEC c’è un’e-mail normale (${examples}): come la importo?`,
  options: PEC_OR_EMAIL,
  proposal: 'email',
}

/** A telephone number in the column of addresses, or an e-mail in that of telephones, is what it is. */
export function contactsInPlace(at: CellOf): CellOf {
  const moved = new Map<RegistryField, Cell | undefined>()
  const move = (from: RegistryField, to: RegistryField) => {
    if (moved.has(to) || (at(to) && !moved.has(from))) return
    moved.set(to, at(from))
    if (!moved.has(from)) moved.set(from, undefined)
  }
  const [address, phone, email] = [at('address'), at('phone'), at('email')]
  if (isPhone(address) && address?.kind === 'text') move('address', 'phone')
  if (isEmail(phone) && isPhone(email))
    return (field) => (field === 'phone' ? email : field === 'email' ? phone : at(field))
  if (isEmail(phone)) move('phone', 'email')
  if (isPhone(email)) move('email', 'phone')
  return (field) => (moved.has(field) ? moved.get(field) : at(field))
}
