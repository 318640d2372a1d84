import type * as contract from '@saldo/contract/reconciliation'
import type { z } from 'zod'
import { containing, type Listing } from '../../db/listing.ts'

type Filters = z.output<typeof contract.summariseReconciliation.query>

/** Days by condominium and provider account, as list, summary and export read them. */
export const rowsList: Listing<Filters> = {
  select: (tx) => tx`
    d.day_id, d.day, d.provider_account, d.customer_id, c.business_name as customer_name, d.account_id,
    a.name as account_name, d.movements, d.provider_amount, d.provider_fee, d.our_amount, d.ledger_amount, d.ledger_fee,
    d.unexplained, d.open_items, d.checked_at`,
  from: (tx) => tx`
    reconciliation_days d
    left join customers c on c.customer_id = d.customer_id
    left join accounts a on a.customer_id = d.customer_id and a.account_id = d.account_id`,
  id: (tx) => tx`d.day_id`,
  id_name: 'day_id',
  filters: {
    q: (tx, text) => tx`a.folded like ${containing(text)}`,
    ids: (tx, ids) => tx`d.day_id in ${tx(ids)}`,
    day_from: (tx, day) => tx`d.day >= ${day}`,
    day_to: (tx, day) => tx`d.day <= ${day}`,
    account_id: (tx, id) => tx`d.account_id = ${id}`,
    provider_account: (tx, accounts) => tx`d.provider_account in ${tx(accounts)}`,
    open: (tx, open) => (open ? tx`d.open_items > 0` : tx`d.open_items = 0`),
  },
  sorts: {
    day: { sql: (tx) => tx`d.day`, type: 'date' },
    unexplained: { sql: (tx) => tx`d.unexplained`, type: 'bigint' },
  },
  default_sort: '-day',
}
