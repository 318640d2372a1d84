import type { listCustomers } from '@saldo/contract/customers'
import type { z } from 'zod'
import { containing, type Listing } from '../../db/listing.ts'

type Filters = Omit<z.output<typeof listCustomers.query>, 'sort' | 'limit' | 'cursor'>

export const customers: Listing<Filters> = {
  select: (tx) => tx`
    c.customer_id, c.business_name, c.is_store, c.state, c.firstname, c.lastname, c.address, c.house_number, c.city,
    c.zip_code, c.prov, c.fiscal_code, c.vat_number, c.primary_email, c.primary_mobile_phone`,
  from: (tx) => tx`customers c`,
  id: (tx) => tx`c.customer_id`,
  id_name: 'customer_id',
  filters: {
    q: (tx, text) => tx`(c.folded like ${containing(text)} or c.customer_id::text = ${text})`,
    ids: (tx, ids) => tx`c.customer_id = any(${ids}::bigint[])`,
  },
  sorts: {
    business_name: { sql: (tx) => tx`c.business_name`, type: 'text', name: 'business_name' },
    customer_id: { sql: (tx) => tx`c.customer_id`, type: 'bigint', name: 'customer_id' },
  },
  default_sort: 'business_name',
}
