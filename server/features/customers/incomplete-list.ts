import type * as contract from '@saldo/contract/registry/customers'
import { missingOfCustomer } from '@saldo/domain/registry/customer'
import type { Row } from 'postgres'
import type { z } from 'zod'
import type { Tx } from '../../db/connection.ts'
import type { Listing } from '../../db/listing.ts'
import { containingWords, matchesAllWords } from '../../db/search.ts'
import { notFound } from '../../http/errors.ts'

type Filters = z.output<typeof contract.summariseIncomplete.query>

export const incompleteList: Listing<Filters> = {
  select: (tx) => tx`
    i.incomplete_id, i.business_name, i.is_store, i.firstname, i.lastname, i.address, i.house_number, i.city, i.zip_code,
    i.prov, i.fiscal_code, i.vat_number, i.primary_email, i.primary_mobile_phone, i.group_id, i.sector_id,
    u.nominative as created_by, i.created_at, i.updated_at`,
  from: (tx) => tx`incomplete_customers i left join users u on u.user_id = i.created_by`,
  id: (tx) => tx`i.incomplete_id`,
  id_name: 'incomplete_id',
  filters: {
    q: (tx, text) => matchesAllWords(tx, tx`i.folded`, containingWords(text)),
    ids: (tx, ids) => tx`i.incomplete_id = any(${ids}::bigint[])`,
  },
  sorts: { updated_at: { sql: (tx) => tx`i.updated_at`, type: 'timestamptz' } },
  default_sort: '-updated_at',
}

/** Adds the list of missing fields. */
export const withMissing = (row: Row): contract.IncompleteCustomer => {
  const kept = row as contract.IncompleteCustomer
  return { ...kept, missing: missingOfCustomer(kept) as Record<string, string> }
}

/** An incomplete customer; 404 when it does not exist. */
export async function incompleteDetail(tx: Tx, incomplete_id: number): Promise<contract.IncompleteCustomer> {
  const [row] = await tx`
    select ${incompleteList.select(tx)} from ${incompleteList.from(tx)} where i.incomplete_id = ${incomplete_id}`
  if (!row) throw notFound('Il cliente incompleto')
  return withMissing(row)
}
