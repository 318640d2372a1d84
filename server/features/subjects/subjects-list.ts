import * as contract from '@saldo/contract/registry/subjects'
import type { z } from 'zod'
import type { Listing } from '../../db/listing.ts'
import { type Found, find, isFound } from '../../db/search.ts'
import { serveList } from '../../http/serve.ts'
import { billTotals, ofBills, owedColumns } from '../accounts/bill-totals.ts'

type Filters = z.output<typeof contract.summariseSubjects.query>

/** People and companies for list, summary and export; what they owe is summed only for the rows of the page. */
export const subjectsList: Listing<Filters, Record<'subjects', Found>> = {
  select: (tx) => tx`
    s.subject_id, s.customer_id, s.nominative, s.fiscal_code, s.email, s.pec, s.phone, s.address, s.house_number, s.city,
    s.city_id, s.zip_code, s.prov, s.created_at, s.updated_at, t.bills_count, ${owedColumns(tx)},
    ${ofBills(
      tx,
      tx`(select coalesce(sum(c.balance), 0) from subject_credits c
        where c.customer_id = s.customer_id and c.subject_id = s.subject_id)`,
    )} as credit`,
  from: (tx) => tx`
    subjects s
    cross join ${billTotals(tx, tx`b.customer_id = s.customer_id and b.subject_id = s.subject_id`)}`,
  id: (tx) => tx`s.subject_id`,
  id_name: 'subject_id',
  search: (tx, text) => find(tx, text, ['subjects']),
  filters: {
    q: (tx, { subjects }) => isFound(tx, subjects, tx`s.subject_id`, tx`s.folded`),
    ids: (tx, ids) => tx`s.subject_id = any(${ids})`,
    // Everybody with a right in one of its units, or with a bill there, also for who may not read bills.
    account_id: (tx, id) => tx`s.subject_id in (
      select h.subject_id from bills h where h.account_id = ${id} and h.phase <> 'cancelled'
      union all
      select b.subject_id from people_of_bills b
      where b.account_id = ${id} and not b.cancelled and not (select actor_reads('bills'))
      union all
      select r.subject_id from right_holders r where r.account_id = ${id} and (r.until is null or r.until >= today()))`,
    debt: (tx, debt) =>
      debt === 'overdue' ? tx`o.overdue > 0` : debt === 'due' ? tx`t.residue > 0` : tx`t.residue = 0`,
    call_back: (tx, which) => tx`s.subject_id in (
      select n.subject_id from notes n
      where ${which === 'due' ? tx`n.call_back_on <= today()` : tx`n.call_back_on is not null`} and n.called_back_at is null)`,
    email: (tx, email) => (email === 'with' ? tx`s.email is not null` : tx`s.email is null`),
  },
  sorts: {
    nominative: { sql: (tx) => tx`s.name_key`, type: 'text' },
    residue: { sql: (tx) => tx`t.residue`, type: 'bigint' },
    overdue: { sql: (tx) => tx`o.overdue`, type: 'bigint' },
    bills_count: { sql: (tx) => tx`t.bills_count`, type: 'bigint' },
  },
  default_sort: 'nominative',
}

export const listSubjects = serveList(contract.listSubjects, subjectsList)
