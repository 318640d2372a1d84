import { fold } from '@saldo/domain/fold'
import type { Complaint } from '../read/row-checks.ts'
import type { Doubt, RowDoubts } from '../read/row-doubts.ts'
import type { CandidateRight } from './candidate-right.ts'
import { capital } from './role-words.ts'
import type { UnitInFile } from './units-of-file.ts'

const CONTACTS = { email: 'e-mail', phone: 'telefono', pec: 'PEC' } as const
type Contact = keyof typeof CONTACTS
const FIELDS = Object.keys(CONTACTS) as Contact[]
/** The contacts of one row. */
type Said = Record<Contact, string | undefined> & { holder: string; row: number; unit: UnitInFile }
type Settled = { complaint: Complaint<'holder'> | null; warnings: Complaint[] }
const NOTHING: Settled = { complaint: null, warnings: [] }

/**
 * Compares the contacts that a file has for one person, and the people that have one e-mail. The same name with other
 * contacts in another unit may be two people; one e-mail for people of several units may be copied from the row above. A
 * second contact of one person is not kept, and said.
 */
export function contactsOfPeople() {
  const buildings = new Map<string, { people: Map<string, Said[]>; emails: Map<string, Said> }>()

  return {
    /** `who` identifies the person in the building: the tax code, or the folded name. */
    settle(
      building: string,
      unit: UnitInFile,
      who: string,
      right: CandidateRight,
      doubts: RowDoubts,
    ): Settled {
      const { holder, fiscal_code, row, email, phone, pec } = right
      if (!email && !phone && !pec) return NOTHING
      const { people, emails } = buildings.get(building) ?? { people: new Map(), emails: new Map() }
      buildings.set(building, { people, emails })
      const said: Said = { holder, row, unit, email, phone, pec }
      if (isOfAnother(emails, said, doubts)) {
        said.email = undefined
        delete right.email
      }
      const rows = people.get(who)
      if (!rows) people.set(who, [said])
      const found = rows ? differing(rows, said) : []
      const apart = !fiscal_code && found.some(([, before]) => before.unit !== unit)
      if (apart && doubts.ask(row, holder, homonyms) === 'fix')
        return { complaint: { field: 'holder', code: 'names', message: TELL_APART }, warnings: [] }
      return { complaint: null, warnings: found.map(([field, before]) => notTaken(field, before)) }
    },
  }
}

/** The contacts of a row that differ from those of the person's rows above, which it joins if it has one of its own. */
function differing(rows: Said[], said: Said): [Contact, Said][] {
  const first = FIELDS.map((field) => rows.find((row) => row[field]))
  if (FIELDS.some((field, at) => said[field] && !first[at])) rows.push(said)
  return FIELDS.flatMap((field, at) => {
    const [value, before] = [said[field], first[at]]
    return value && before && plain(before[field] ?? '') !== plain(value) ? [[field, before]] : []
  })
}

/** Whether the e-mail of a row is only that of the person of another unit, as somebody answered. */
function isOfAnother(emails: Map<string, Said>, said: Said, doubts: RowDoubts): boolean {
  const { email, holder, row, unit } = said
  if (!email) return false
  const before = emails.get(email)
  if (!before) emails.set(email, said)
  if (!before || before.unit === unit || haveWordInCommon(before.holder, holder)) return false
  return doubts.ask(row, `${email}: ${before.holder} e ${holder}`, sharedEmail) === 'first'
}

const plain = (contact: string): string => contact.toLowerCase().replace(/[\s./()-]/g, '')

const haveWordInCommon = (one: string, other: string): boolean => {
  const words = new Set(fold(one).match(/[a-z]{3,}/g))
  return (fold(other).match(/[a-z]{3,}/g) ?? []).some((word) => words.has(word))
}

const notTaken = (field: Contact, said: Said): Complaint => ({
  field,
  code: field === 'phone' ? 'phone' : 'email',
  message: `La riga ${said.row} ha un altro recapito (${CONTACTS[field]}) per questa persona, ${said[field]}: resta quello.`,
})

const TELL_APART =
  'Due persone hanno questo nome: scrivi il codice fiscale, oppure distingui i nomi, per esempio con «junior».'

const homonyms: Doubt = {
  question: 'rows:homonyms',
  text: ({ inRows, examples }) =>
    `${capital(inRows)} c’è un nome già visto in un’altra unità, con altri recapiti (${examples}): è la stessa persona?`,
  options: [
    { value: 'same', label: 'Sì, è la stessa persona', detail: 'restano i recapiti della prima riga' },
    { value: 'fix', label: 'No: le righe restano da correggere', detail: 'si correggono qui sotto' },
  ],
  proposal: null,
}

const sharedEmail: Doubt = {
  question: 'rows:shared_email',
  text: ({ inRows, examples }) =>
    `${capital(inRows)} c’è l’e-mail di una persona di un’altra unità (${examples}): la usano insieme?`,
  options: [
    { value: 'both', label: 'Sì, la usano insieme', detail: null },
    { value: 'first', label: 'No, è solo della prima', detail: 'alle altre non viene importata' },
  ],
  proposal: null,
}
