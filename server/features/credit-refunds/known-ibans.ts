import type { Day } from '@saldo/domain/dates'
import { checkIban } from '@saldo/domain/iban'
import type { IbanOrigin } from '@saldo/domain/payments/credit-refund'
import { isSepaIban } from '@saldo/domain/sepa/sepa-countries'
import type { Tx } from '../../db/connection.ts'

/** An account of the person. `iban` is whole and never sent to a client. */
export type KnownIban = { from: IbanOrigin; iban: string; holder: string; day: Day | null }

/**
 * The accounts to which a person's credit may be given back: the one of their last transfer to the condominium that was
 * matched to them, and the one of their mandate in force. None that fails its check digits or lies outside of SEPA.
 */
export async function knownIbans(
  tx: Tx,
  { customer_id, account_id, subject_id }: { customer_id: number; account_id: number; subject_id: number },
): Promise<KnownIban[]> {
  const found = await tx<KnownIban[]>`
    (select 'transfer' as from, m.party_iban as iban, coalesce(m.party_name, s.nominative) as holder, m.booked_on as day
      from payments p
      join movement_matches x on x.customer_id = p.customer_id and x.payment_id = p.payment_id and x.undone_at is null
      join bank_movements m on m.customer_id = x.customer_id and m.movement_id = x.movement_id
      join subjects s on s.customer_id = p.customer_id and s.subject_id = p.subject_id
      where p.customer_id = ${customer_id} and p.account_id = ${account_id} and p.subject_id = ${subject_id}
        and m.party_iban is not null and m.amount > 0
      order by m.booked_on desc, m.movement_id desc limit 1)
    union all
    (select 'mandate', m.debtor_iban, coalesce(m.debtor_name, s.nominative), m.signed_on
      from mandates m join subjects s on s.customer_id = m.customer_id and s.subject_id = m.subject_id
      where m.customer_id = ${customer_id} and m.account_id = ${account_id} and m.subject_id = ${subject_id}
        and m.state = 'active' and m.debtor_iban is not null
      order by m.mandate_id desc limit 1)`
  return found.filter(({ iban }) => checkIban(iban).valid && isSepaIban(iban))
}
