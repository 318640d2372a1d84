import { today } from '@saldo/domain/dates'
import type Stripe from 'stripe'
import type { ProviderAccount } from '../../../provider/providers.ts'
import type { Services } from '../../../services.ts'

type Booked = {
  charge: string
  source: string
  kind: 'transfer' | 'application_fee'
  amount: number
  at: string
  day: string
}

/**
 * Posts the demo's past transfers to an office's connected account with the dates in the sandbox's book, and the
 * provider's fee where the platform pays it. Idempotent.
 */
export async function bookTransfers(services: Services, account: ProviderAccount): Promise<void> {
  const { stripe } = services.providers.get(account)
  const passed: Booked[] = []
  for await (const { id, amount, created, source_transaction } of stripe.transfers.list({ limit: 100 }))
    passed.push(booked('transfer', id, amount, created, source_transaction))
  for await (const { id, amount, created, originating_transaction } of stripe.applicationFees.list({
    limit: 100,
  }))
    passed.push(booked('application_fee', id, amount, created, originating_transaction))
  await services.asSystem(async (tx) => {
    await tx`
      with passed as (
        select x.*, p.customer_id, p.account_id, p.subject_id, p.bill_id, p.payment_id
        from json_to_recordset(${JSON.stringify(passed)}::json)
          as x (charge text, source text, kind text, amount bigint, at timestamptz, day date)
        join payment_attempts t on t.provider_account = ${account} and t.provider_charge = x.charge
        join payments p on p.customer_id = t.customer_id and p.payment_id = t.payment_id
      ), posted as (
        insert into ledger_entries (customer_id, account_id, subject_id, bill_id, payment_id, kind, source, description, at, day)
        select customer_id, account_id, subject_id, bill_id, payment_id, kind, source,
          case kind when 'transfer' then 'Trasferito al conto collegato' else 'Commissione della piattaforma' end, at, day
        from passed
        on conflict (source, kind) do nothing
        returning customer_id, entry_id, kind, source
      )
      insert into ledger_lines (customer_id, entry_id, ledger_account, amount)
      select e.customer_id, e.entry_id, l.ledger_account, l.sign * p.amount
      from posted e
      join passed p using (source, kind)
      join (values ('transfer', 'connected_balance', 1), ('transfer', 'provider_transit', -1),
        ('application_fee', 'application_fees', 1), ('application_fee', 'connected_balance', -1),
        ('application_fee', 'provider_transit', 1), ('application_fee', 'platform', -1)) l (kind, ledger_account, sign)
        on l.kind = e.kind`
    const attempts = await tx<{ attempt_id: number }[]>`
      update payment_attempts set transfer_booked = true
      where provider_account = ${account} and request ? 'transfer_data' and transfer_booked is null
        and provider_charge = any(${passed.map(({ charge }) => charge)})
      returning attempt_id`
    await tx`select move_provider_fees(${attempts.map(({ attempt_id }) => attempt_id)}::bigint[])`
  })
}

const booked = (
  kind: Booked['kind'],
  id: string,
  amount: number,
  created: number,
  charge: string | Stripe.Charge | null,
): Booked => ({
  ...{ kind, amount, source: `${kind}:${id}` },
  charge: typeof charge === 'string' ? charge : (charge?.id ?? ''),
  at: new Date(created * 1000).toISOString(),
  day: today(new Date(created * 1000)),
})
