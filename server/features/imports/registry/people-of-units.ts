import { formatDate, today } from '@saldo/domain/dates'
import { fold } from '@saldo/domain/fold'
import type { RightKind } from '@saldo/domain/right-holder'
import type { Complaint } from '../read/row-checks.ts'
import type { Doubt, RowDoubts } from '../read/row-doubts.ts'
import type { CandidateRight } from './candidate-right.ts'
import { capital } from './role-words.ts'

type Beside = { holder: string; since?: string; share: boolean; said: boolean }

/**
 * Follows who has a right in each unit. Asks about a second person there when no row says what they are, or when they came
 * on another day: they may be co-owners, owner and tenant, or a seller and a buyer.
 */
export function peopleOfUnits() {
  const units = new Map<string, Partial<Record<RightKind, Beside[]>>>()
  const spellings = new Map<string, string>()
  const uses = new Map<string, string>()
  return {
    /** The unit as it was written first: `01` and `1`, `3 bis` and `3BIS` may be one. */
    spelled(place: string, { unit, row }: CandidateRight, doubts: RowDoubts): string {
      const key = `${place} ${fold(unit)
        .replace(/[^a-z0-9]/g, '')
        .replace(/^0+(?=\d)/, '')}`
      const first = spellings.get(key)
      if (first === undefined) spellings.set(key, unit)
      if (first === undefined || fold(first) === fold(unit)) return unit
      return doubts.ask(row, `${first} e ${unit}`, spelling) === 'same' ? first : unit
    },
    /** A unit of the same number and another use (flat 1, garage 1) gets the use in its name, if it is another unit. */
    named(unit: string, { unit: number, use = 'home', row }: CandidateRight, doubts: RowDoubts): string {
      const before = uses.get(unit) ?? use
      uses.set(unit, before)
      if (before === use) return number
      const name = `${USES[use] ?? 'Altro'} ${number}`
      return doubts.ask(row, `${USES[before] ?? 'Altro'} ${number} e ${name}`, twoUses) === 'apart'
        ? name
        : number
    },
    /** A complaint, or the right that a person chose; null when the row's own reading stands. `said`: the row names the right. */
    beside(
      unit: string,
      right: CandidateRight,
      said: boolean,
      doubts: RowDoubts,
    ): Complaint<'holder'> | RightKind | null {
      const { right_kind, row, holder, since, share_numerator, until } = right
      if (until && until < today()) return null
      const kinds = units.get(unit) ?? {}
      const others = kinds[right_kind] ?? []
      const before = others.find((other) => fold(other.holder) !== fold(holder))
      kinds[right_kind] = [
        ...others,
        { holder, said, share: share_numerator !== undefined, ...(since ? { since } : {}) },
      ]
      units.set(unit, kinds)
      if (!before || (share_numerator !== undefined && before.share)) return null
      const text = `${before.holder} e ${holder}`
      if (since && before.since && since !== before.since) {
        const answer = doubts.ask(row, text, anotherDay(before, right))
        return answer === 'fix' ? { field: 'holder', code: 'names', message: END_FIRST } : null
      }
      if (right_kind === 'tenant' || (said && before.said)) return null
      const answer = doubts.ask(row, text, unsaid)
      if (answer === 'fix') return { field: 'holder', code: 'names', message: SAY_ROLE }
      return answer === 'tenant' ? 'tenant' : null
    },
  }
}

const END_FIRST =
  'Nell’unità c’è già un’altra persona da un altro giorno: scrivi quando finisce il suo diritto, oppure lascia fuori una delle due righe.'
const SAY_ROLE =
  'Nell’unità c’è già un’altra persona: aggiungi al foglio la colonna «Ruolo», oppure lascia fuori una delle due righe.'

const unsaid: Doubt = {
  question: 'rows:beside',
  text: ({ inRows, examples }) =>
    `${capital(inRows)} c’è una seconda persona nella stessa unità, e il foglio non dice il ruolo (${examples}): che cosa è?`,
  options: [
    { value: 'owner', label: 'Comproprietaria', detail: 'parti uguali, se il foglio non dice le quote' },
    { value: 'tenant', label: 'Inquilina', detail: 'la prima è la proprietaria' },
    { value: 'fix', label: 'Dipende: le righe restano da correggere', detail: null },
  ],
  proposal: 'owner',
}

const USES: Partial<Record<string, string>> = {
  home: 'Appartamento',
  shop: 'Negozio',
  office: 'Ufficio',
  garage: 'Box',
  cellar: 'Cantina',
}

const twoUses: Doubt = {
  question: 'rows:two_uses',
  text: ({ inRows, examples }) =>
    `${capital(inRows)} lo stesso numero è di un’unità di altro tipo (${examples}): sono due unità?`,
  options: [
    {
      value: 'apart',
      label: 'Sì, sono due unità',
      detail: 'la seconda prende il tipo nel nome, per esempio Box 1',
    },
    { value: 'same', label: 'No, è la stessa', detail: null },
  ],
  proposal: 'apart',
}

const spelling: Doubt = {
  question: 'rows:unit_spelling',
  text: ({ inRows, examples }) =>
    `${capital(inRows)} l’interno è scritto in due modi (${examples}): è la stessa unità?`,
  options: [
    { value: 'same', label: 'Sì, è la stessa unità', detail: null },
    { value: 'apart', label: 'No, sono due unità', detail: null },
  ],
  proposal: 'same',
}

const anotherDay = (before: Beside, { since = '' }: CandidateRight): Doubt => ({
  question: 'rows:another_day',
  text: ({ inRows, examples }) =>
    `${capital(inRows)} c’è una seconda persona da un altro giorno (${examples}; la prima dal ${formatDate(before.since ?? '')}, la seconda dal ${formatDate(since)}): sono insieme nell’unità?`,
  options: [
    { value: 'both', label: 'Sì, adesso hanno insieme questo diritto', detail: null },
    { value: 'fix', label: 'No, una ha preso il posto dell’altra', detail: 'le righe restano da correggere' },
  ],
  proposal: 'fix',
})
