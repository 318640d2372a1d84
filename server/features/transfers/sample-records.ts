import type { InsertSamples } from '../../testing/records.ts'
import { createFlow } from '../flows/create-flow.ts'

export const insertSamples: InsertSamples<'movement' | 'bank_statement' | 'payer_rule'> = async (
  tx,
  { services, customer_id, account_id, subject_id, bill_id, mark },
) => {
  const of = { customer_id, account_id }
  const flow_id = await createFlow(services, tx, {
    ...{ ...of, kind: 'statement', format: 'csv', file_name: `${mark}.csv`, content: `${mark} ${bill_id}` },
    ...{ reference: null, count: 1, amount: 12_345, created_by: null },
  })
  const by = { ...of, flow_id, identity: mark }
  const [statement] = await tx`
    insert into bank_statements ${tx({ ...by, format: 'csv', ends_on: '2026-06-30', movements: 1 })} returning statement_id`
  const [movement] = await tx`
    insert into bank_movements ${tx({
      ...{ ...by, statement_id: statement?.statement_id as number, booked_on: '2026-06-03', amount: 12_345 },
      ...{ state: 'to_explain', text: mark, party_name: mark },
    })} returning movement_id`
  const [rule] = await tx`
    insert into payer_rules ${tx({ ...of, subject_id, party_iban: 'IT60X0542811101000000123456', party_name: mark, actor: mark })}
    returning rule_id`
  return {
    movement: movement?.movement_id as number,
    bank_statement: statement?.statement_id as number,
    payer_rule: rule?.rule_id as number,
  }
}
