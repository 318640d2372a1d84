import { type Day, formatLongDate } from '../dates.ts'
import { type Cents, formatEuro } from '../money.ts'
import type { AutopayState } from './autopay.ts'
import type { CardBrand } from './payment-method.ts'
import { sourceName } from './source-name.ts'

/** What an autopay does with one bill: see `BillAutopay` of the contract. */
export type AutopayOnBill = {
  state: AutopayState
  paused_until: Day | null
  source_type: 'card' | 'sepa_debit'
  brand: CardBrand | null
  last4: string | null
  collect_on: Day | null
  amount: Cents | null
  takes: Cents
  over_cap: boolean
  left_to_payer: string | null
}

/** What its payer reads of the autopay that covers a bill. `residue`: cents that are still due of the bill. */
export function autopayLine(autopay: AutopayOnBill, residue: Cents): string {
  const { state, paused_until, collect_on, amount, takes, over_cap, left_to_payer } = autopay
  if (collect_on !== null && amount !== null) {
    const how = `${formatLongDate(collect_on)} da ${sourceName({ ...autopay, type: autopay.source_type })}`
    if (amount >= residue) return `Si addebita ${how}. Non devi fare nulla.`
    return takes >= residue
      ? `Si addebitano ${formatEuro(amount)} ${how}, il resto alle sue scadenze. Non devi fare nulla.`
      : `Si addebitano ${formatEuro(amount)} ${how}. Il resto lo paghi tu.`
  }
  if (state === 'paused')
    return paused_until
      ? `Il tuo addebito automatico è in pausa fino a ${formatLongDate(paused_until)}: fino ad allora paghi tu.`
      : 'Il tuo addebito automatico è in pausa: pagala tu.'
  if (over_cap) return 'Supera il limite del tuo addebito automatico: pagala tu.'
  return ['Il tuo addebito automatico non la paga: pagala tu.', left_to_payer].filter(Boolean).join(' ')
}
