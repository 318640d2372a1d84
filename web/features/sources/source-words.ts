import { formatDate, today } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import { Bank, CreditCard } from 'iconoir-react'
import { mandateStates, type State } from '../../ui/data/states.ts'
import { formatCountOf } from '../../ui/grid/list.ts'
import type { IconShape } from '../../ui/icons/Icon.tsx'
import type { Source } from './source-query.ts'

export const sourceIcons: Record<Source['type'], IconShape> = { card: CreditCard, sepa_debit: Bank }

/** `scade 09/2030`, `scaduta 09/2020`; nothing for an account. */
export function expiryOf(
  { exp_month, exp_year }: Pick<Source, 'exp_month' | 'exp_year'>,
  day = today(),
): string {
  if (!exp_month || !exp_year) return ''
  const month = String(exp_month).padStart(2, '0')
  return `${`${exp_year}-${month}` < day.slice(0, 7) ? 'scaduta' : 'scade'} ${month}/${exp_year}`
}

/** The state of a source is its mandate's, once there is one. */
export function sourceState(source: Source): State {
  if (source.state === 'removing') return { ...mandateStates.revoked, word: 'In rimozione' }
  if (source.state !== 'active') return { ...mandateStates.to_sign, word: 'Da confermare' }
  const { mandate } = source
  if (mandate?.state === 'active')
    return expiryOf(source).startsWith('scaduta') ? expired : mandateStates.active
  return mandateStates[mandate?.state ?? 'revoked']
}
const expired: State = { ...mandateStates.expired, tone: 'danger', word: 'Scaduta' }

/** `1 addebito previsto, 412,50 € il 15/12/2026` */
export function plannedWords({ planned }: Pick<Source, 'planned'>): string {
  if (planned.count === 0) return ''
  const when = planned.next_collect_on ? `, il primo il ${formatDate(planned.next_collect_on)}` : ''
  const debits = formatCountOf(planned.count, { one: 'addebito previsto', many: 'addebiti previsti' })
  return `${debits}, ${formatEuro(planned.amount)}${planned.count > 1 ? when : when.replace('il primo ', '')}`
}

/** The consequences of removing it. */
export function removalWords(source: Source): string {
  const planned = plannedWords(source)
  const debits = planned
    ? `${planned}: non partirà più nulla, e le bollette restano da pagare in un altro modo.`
    : 'Nessun addebito è previsto con questo metodo.'
  const after = source.type === 'card' ? 'Per usarla di nuovo' : 'Il mandato finisce: per usarlo di nuovo'
  return `${debits} ${after} va salvat${source.type === 'card' ? 'a' : 'o'} da capo.`
}
