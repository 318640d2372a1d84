import { formatEuro } from '@saldo/domain/money'
import type { moneyParts } from '@saldo/domain/payments/payment'
import { Link } from '@tanstack/react-router'
import { paths } from '../../../paths.ts'
import type { Query, Totals } from '../../../ui/grid/list.ts'
import links from '../../../ui/layout/Links.module.css'

type Part = (typeof moneyParts)[number]

/** Labels of the parts of the sum, as filter choices. */
export const partLabels: Record<Part, string> = {
  gross: 'Con incassi',
  given_back: 'Con rimborsi',
  taken_back: 'Con insoluti o contestazioni',
  fees: 'Con commissioni',
  net: 'Con movimenti di denaro',
  credit: 'Pagate con credito',
}

/**
 * “lordo 31.980,95 € − rimborsi 946,70 € − … = netto 30.768,28 €”: sums of the listed transactions, each part a link to
 * its transactions. Used credit is separate, because no money moves.
 */
export function PaymentSums({ totals, filters }: { totals: Totals; filters: Query }) {
  const {
    amount = 0,
    gross = 0,
    given_back = 0,
    taken_back = 0,
    fees = 0,
    corrected = 0,
    net = 0,
    credit = 0,
  } = totals
  const sum = (part: Part, word: string, cents: number) => (
    <>
      {word}&nbsp;
      <Link {...paths.payments({ ...filters, money: part })} className={links.quiet}>
        {formatEuro(cents)}
      </Link>
    </>
  )
  const moved = [gross, given_back, taken_back, fees, corrected].some((cents) => cents !== 0)
  if (!moved && credit === 0) return `tentati ${formatEuro(amount)}`
  return (
    <>
      {moved && (
        <>
          {sum('gross', 'lordo', gross)}
          {given_back !== 0 && <> − {sum('given_back', 'rimborsi', given_back)}</>}
          {taken_back !== 0 && <> − {sum('taken_back', 'insoluti e contestazioni', taken_back)}</>}
          {fees !== 0 && <> − {sum('fees', 'commissioni', fees)}</>}
          {corrected !== 0 && <> + rettifiche&nbsp;{formatEuro(corrected)}</>} = {sum('net', 'netto', net)}
        </>
      )}
      {credit !== 0 && (
        <>
          {moved && ' · '}
          {sum('credit', 'credito usato', credit)}
        </>
      )}
    </>
  )
}
