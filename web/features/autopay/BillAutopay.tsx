import { formatDate } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import { useQuery } from '@tanstack/react-query'
import type { Reply } from '../../api.ts'
import { sourceName } from '../../records/source-name.ts'
import { usePermission } from '../../session/permissions/permission.ts'
import { Section } from '../../ui/layout/Section.tsx'
import styles from './Autopay.module.css'
import { type Autopay, billAutopayQuery } from './autopay-query.ts'

type Bill = Pick<
  Reply<'GET /v1/bills/{id}'>,
  'bill_id' | 'account_id' | 'subject_id' | 'state' | 'instalments'
>

/** Says to the office that the payer’s autopay covers this bill, and when it debits what. Nothing where none does. */
export function BillAutopay({ bill }: { bill: Bill }) {
  const may = usePermission('debits:read')
  const asks =
    bill.state !== 'draft' &&
    bill.state !== 'cancelled' &&
    bill.instalments.some(({ amount, settled }) => settled < amount)
  const { data } = useQuery({ ...billAutopayQuery(bill), enabled: may && asks })
  const [autopay] = (may && asks && data?.autopays) || []
  const lines = autopay ? coverage(autopay, bill) : []
  if (lines.length === 0) return null
  return (
    <Section title="Addebito automatico">
      {lines.map((line) => (
        <p key={line} className={styles.about}>
          {line}
        </p>
      ))}
    </Section>
  )
}

/** A sentence for each instalment of the bill that the autopay takes or leaves; empty: it does not cover the bill. */
export function coverage(autopay: Autopay, { bill_id, instalments }: Bill): string[] {
  const { state, starts_on, next } = autopay
  const from = `da ${sourceName({ ...autopay, type: autopay.source_type })}`
  if (!instalments.some(({ due_date, amount, settled }) => due_date >= starts_on && settled < amount))
    return []
  if (state === 'paused')
    return [
      autopay.paused_until
        ? `In pausa fino al ${formatDate(autopay.paused_until)}: fino ad allora le rate si pagano a mano.`
        : 'In pausa: le rate si pagano a mano.',
    ]
  const own = next.filter((each) => each.bill_id === bill_id)
  if (own.length === 0) return [`Attivo ${from}: le rate si addebitano alla scadenza.`]
  return own.map(({ amount, collect_on, over_cap, left_to_payer }) =>
    left_to_payer !== null
      ? `${formatEuro(amount)} si pagano a mano. ${left_to_payer}`
      : over_cap
        ? `${formatEuro(amount)} superano il limite scelto da chi paga: si pagano a mano.`
        : `${formatEuro(amount)} il ${formatDate(collect_on)}, ${from}.`,
  )
}
