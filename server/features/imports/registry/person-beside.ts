import { formatDate } from '@saldo/domain/dates'
import { fold } from '@saldo/domain/fold'
import type { RightKind } from '@saldo/domain/right-holder'
import type { Complaint } from '../read/row-checks.ts'
import type { Doubt, RowDoubts } from '../read/row-doubts.ts'
import { capital } from './role-words.ts'
import type { RightInFile, UnitInFile } from './units-of-file.ts'

/**
 * Asks about a second person in a unit when no row says what they are, or when they came on another day: they may be
 * co-owners, owner and tenant, or a seller and a buyer. Returns a complaint, or the right that a person chose; null when the
 * row's own reading stands. Whose right has ended by `day` is beside nobody.
 */
export function personBeside(
  unit: UnitInFile,
  right: RightInFile,
  day: string,
  doubts: RowDoubts,
): Complaint<'holder'> | RightKind | null {
  const { right_kind, row, holder, since, share, said } = right
  const isGone = ({ until }: RightInFile) => until !== undefined && until < day
  if (isGone(right)) return null
  const name = fold(holder)
  const before = unit.rights.find(
    (other) => other.right_kind === right_kind && !isGone(other) && fold(other.holder) !== name,
  )
  if (!before || (share && before.share)) return null
  const text = `${before.holder} e ${holder}`
  if (since && before.since && since !== before.since) {
    const answer = doubts.ask(row, text, anotherDay(before.since, since))
    return answer === 'fix' ? { field: 'holder', code: 'names', message: END_FIRST } : null
  }
  if (right_kind === 'tenant' || (said && before.said)) return null
  const answer = doubts.ask(row, text, unsaid)
  if (answer === 'fix') return { field: 'holder', code: 'names', message: SAY_ROLE }
  return answer === 'tenant' ? 'tenant' : null
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

const anotherDay = (before: string, since: string): Doubt => ({
  question: 'rows:another_day',
  text: ({ inRows, examples }) =>
    `${capital(inRows)} c’è una seconda persona da un altro giorno (${examples}; la prima dal ${formatDate(before)}, la seconda dal ${formatDate(since)}): sono insieme nell’unità?`,
  options: [
    { value: 'both', label: 'Sì, adesso hanno insieme questo diritto', detail: null },
    { value: 'fix', label: 'No, una ha preso il posto dell’altra', detail: 'le righe restano da correggere' },
  ],
  proposal: 'fix',
})
