import * as contract from '@saldo/contract/payments/transfers'
import { parseEuro } from '@saldo/domain/money'
import { find, isFound, textOfPerson } from '../../db/search.ts'
import { serve } from '../../http/serve.ts'
import { readMovement } from './movement.ts'

const most = 50

export const searchCandidates = serve(contract.searchCandidates, async ({ tx, params, query }) => {
  const { customer_id, account_id, amount, matched } = await readMovement(tx, params.id)
  const { q = '' } = query
  const found = q === '' ? null : await find(tx, q, ['bills', 'subjects'])
  const money = parseEuro(q)
  const wanted = found
    ? tx`(${isFound(tx, found.bills, tx`b.bill_id`, tx`b.folded`)}
        or ${isFound(tx, found.subjects, tx`b.subject_id`, textOfPerson(tx))}
        or b.residue = ${money.ok ? money.cents : -1})`
    : tx`true`
  const bills = await tx<contract.Candidate[]>`
    select b.bill_id, b.number as bill_number, b.description, b.unit, b.subject_id, s.nominative as subject_nominative,
      b.next_due_date as due_date, b.amount, b.residue, greatest(b.residue - b.pending, 0) as still_due
    from bills b join subjects s on s.customer_id = b.customer_id and s.subject_id = b.subject_id
    where b.customer_id = ${customer_id} and b.account_id = ${account_id} and b.residue > 0 and ${wanted}
    order by b.residue = ${amount - matched} desc, b.next_due_date, b.bill_id
    limit ${most}`
  return { bills }
})
