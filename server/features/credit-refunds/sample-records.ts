import type { InsertSamples } from '../../testing/records.ts'

/** A credit, part of which an order for the bank gives back. */
export const insertSamples: InsertSamples<'credit' | 'credit_refund' | 'transfer_order'> = async (
  tx,
  { customer_id, account_id, subject_id, mark },
) => {
  const of = { customer_id, account_id, subject_id }
  const [credit] = await tx`
    insert into subject_credits ${tx({ ...of, balance: 3000, held: 1000 })}
    on conflict (customer_id, account_id, subject_id) do update set balance = subject_credits.balance + 3000, held = 1000
    returning credit_id`
  const [order] = await tx`
    insert into transfer_orders ${tx({
      ...{ customer_id, account_id, execute_on: '2026-12-01', format: 'pain.001.001.09', actor: mark },
      message_id: `SAMPLE-${subject_id}`,
    })} returning order_id`
  const order_id = order?.order_id as number
  const [refund] = await tx`
    insert into credit_refunds ${tx({
      ...{
        ...of,
        order_id,
        amount: 1000,
        beneficiary: mark,
        iban: 'IT60X0542811101000000123456',
        actor: mark,
      },
      ...{ iban_from: 'typed', text: mark, state: 'ordered' },
    })} returning credit_refund_id`
  return {
    credit: credit?.credit_id as number,
    credit_refund: refund?.credit_refund_id as number,
    transfer_order: order_id,
  }
}
