import { fold } from '@saldo/domain/fold'
import type { Complaint } from '../read/row-checks.ts'
import type { Doubt, RowDoubts } from '../read/row-doubts.ts'
import type { CandidateRight } from './candidate-right.ts'
import { capital } from './role-words.ts'

const CONTACTS = { email: 'e-mail', phone: 'telefono', pec: 'PEC' } as const
type Contact = keyof typeof CONTACTS
type Said = { value: string; row: number; unit: string }
type Settled = { complaint: Complaint<'holder'> | null; warnings: Complaint[] }

/**
 * Compares the contacts that a file has for one person, and the people that have one e-mail. The same name with other
 * contacts in another unit may be two people; one e-mail for people of several units may be copied from the row above. A
 * second contact of one person is not kept, and said.
 */
export function contactsOfPeople() {
  const people = new Map<string, Partial<Record<Contact, Said>>>()
  const owners = new Map<string, { holder: string; unit: string; row: number }>()

  /** The contacts that differ from those of the person's rows above. */
  function differing(key: string, unit: string, right: CandidateRight): [Contact, Said][] {
    const known = people.get(key) ?? {}
    people.set(key, known)
    return (Object.keys(CONTACTS) as Contact[]).flatMap((field) => {
      const value = right[field]
      if (!value) return []
      const before = known[field] ?? { value, row: right.row, unit }
      known[field] = before
      return plain(before.value) === plain(value) ? [] : [[field, before]]
    })
  }

  return {
    /** `unit` identifies the unit in its building. */
    settle(building: string, unit: string, right: CandidateRight, doubts: RowDoubts): Settled {
      const { holder, fiscal_code, row } = right
      shareEmail(building, unit, right, doubts)
      const found = differing(JSON.stringify([building, fiscal_code ?? fold(holder)]), unit, right)
      const apart = !fiscal_code && found.some(([, before]) => before.unit !== unit)
      if (apart && doubts.ask(row, holder, homonyms) === 'fix')
        return { complaint: { field: 'holder', code: 'names', message: TELL_APART }, warnings: [] }
      return { complaint: null, warnings: found.map(([field, before]) => notTaken(field, before)) }
    },
  }

  function shareEmail(building: string, unit: string, right: CandidateRight, doubts: RowDoubts): void {
    const { email, holder, row } = right
    if (!email) return
    const key = JSON.stringify([building, email])
    const before = owners.get(key)
    if (!before) owners.set(key, { holder, unit, row })
    if (!before || before.unit === unit || haveWordInCommon(before.holder, holder)) return
    const answer = doubts.ask(row, `${email}: ${before.holder} e ${holder}`, sharedEmail)
    if (answer === 'first') delete right.email
  }
}

const plain = (contact: string): string => contact.toLowerCase().replace(/[\s./()-]/g, '')

const haveWordInCommon = (one: string, other: string): boolean => {
  const words = new Set(fold(one).match(/[a-z]{3,}/g))
  return (fold(other).match(/[a-z]{3,}/g) ?? []).some((word) => words.has(word))
}

const notTaken = (field: Contact, { value, row }: Said): Complaint => ({
  field,
  code: field === 'phone' ? 'phone' : 'email',
  message: `La riga ${row} ha un altro recapito (${CONTACTS[field]}) per questa persona, ${value}: resta quello.`,
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
