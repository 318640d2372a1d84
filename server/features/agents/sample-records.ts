import type { InsertSamples } from '../../testing/records.ts'

export const insertSamples: InsertSamples<'agent' | 'agent_customer'> = async (
  tx,
  { customer_id, bill_id, mark },
) => {
  const vat_number = `${bill_id}`.padStart(11, '0')
  const [agent] = await tx`
    insert into agents ${tx({ business_name: `${mark} Agenzia`, vat_number, email: `${mark}@example.it`, commission_bps: 1000 })}
    returning agent_id`
  // A day of its own: a customer has one agent at a time.
  const [assignment] = await tx`
    insert into agent_customers (agent_id, customer_id, from_date, to_date)
    select ${agent?.agent_id}, ${customer_id}, day, day from (select date '2000-01-01' + ${bill_id}::int as day) d
    returning agent_customer_id`
  return { agent: agent?.agent_id as number, agent_customer: assignment?.agent_customer_id as number }
}
