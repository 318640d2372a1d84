import * as contract from '@saldo/contract/registry/merge-subjects'
import type { z } from 'zod'
import { serve } from '../../http/serve.ts'
import { ofBills } from '../accounts/bill-totals.ts'

const most = 100
type Pair = z.input<typeof contract.DuplicatePair>

/**
 * Finds possible duplicates. Two different tax codes are always two people. Phones are compared by their last nine
 * digits.
 */
export const findDuplicates = serve(contract.findDuplicates, async ({ tx }) => {
  const pairs = await tx<Pair[]>`
    with people as materialized (
      select subject_id, customer_id, name_words(name_key) as words, lower(email) as email,
        nullif(right(regexp_replace(phone, '\\D', '', 'g'), 9), '') as phone, plain_fiscal_code(fiscal_code) as code
      from subjects
    ), alike as (
      select a.subject_id as one_id, b.subject_id as other_id, 'fiscal_code' as reason
      from people a join people b on b.customer_id = a.customer_id and b.code = a.code and b.subject_id > a.subject_id
      union
      select a.subject_id, b.subject_id, r.reason
      from people a
      join people b on b.customer_id = a.customer_id and b.words = a.words and b.subject_id > a.subject_id
        and (a.code = b.code) is not false
      cross join lateral (values ('email', a.email = b.email), ('phone', a.phone = b.phone)) r (reason, same)
      where r.same
    ), pairs as (
      select one_id, other_id, array_agg(reason order by reason) as reasons from alike group by 1, 2
    )
    select ${brief('one')} as one, ${brief('other')} as other, p.reasons
    from pairs p
    join subjects one on one.subject_id = p.one_id
    join subjects other on other.subject_id = p.other_id
    order by one.name_key, p.one_id, p.other_id limit ${most + 1}`
  return { items: pairs.slice(0, most), more: pairs.length > most }

  function brief(side: 'one' | 'other') {
    const s = tx.unsafe(side)
    return tx`
      json_build_object('subject_id', ${s}.subject_id, 'nominative', ${s}.nominative, 'fiscal_code', ${s}.fiscal_code,
        'email', ${s}.email, 'phone', ${s}.phone, 'bills_count', ${ofBills(
          tx,
          tx`(select count(*) from bills b where b.customer_id = ${s}.customer_id and b.subject_id = ${s}.subject_id
            and b.phase not in ('draft', 'cancelled'))`,
        )})`
  }
})
