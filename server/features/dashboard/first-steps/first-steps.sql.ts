import type { Tx } from '../../../db/connection.ts'

/** What an office has begun with: people, budgets and bills, with their drafts. */
export type Begun = {
  people: number
  issued_budgets: number
  draft_budgets: number
  issued_bills: boolean
  draft_bills: number
}

export async function whatIsBegun(tx: Tx): Promise<Begun> {
  const [row] = await tx<Begun[]>`
    select (select count(*)::int from (select from subjects where merged_into is null limit 1) s) as people,
      (select count(*)::int from budgets where state = 'issued') as issued_budgets,
      (select count(*)::int from budgets where state in ('draft', 'issuing')) as draft_budgets,
      exists (select from bills where phase not in ('draft', 'cancelled')) as issued_bills,
      (select count(*)::int from bills where phase = 'draft') as draft_bills`
  return row as Begun
}

/** The documents of the office itself, by what came of them; one that was refused counts until another replaces it. */
export async function officeDocuments(tx: Tx, customer_id: number) {
  const [row] = await tx<{ valid: number; invalid: number }[]>`
    with own as (
      select document_id, type, state = 'invalid' or scan = 'infected' as refused from documents
      where customer_id = ${customer_id} and account_id is null and subject_id is null
    )
    select count(*) filter (where not refused)::int as valid,
      count(*) filter (where refused and not exists (
        select from own newer where newer.type = own.type and not newer.refused and newer.document_id > own.document_id
      ))::int as invalid
    from own`
  return row as { valid: number; invalid: number }
}

export type AtProvider = { state: string; due: number; checking: number }

/** The office's accounts at the provider, those that collect first. */
export async function accountAtProvider(tx: Tx, customer_id: number): Promise<AtProvider> {
  const [row] = await tx<AtProvider[]>`
    select state, cardinality(currently_due || past_due) as due, cardinality(pending_verification) as checking
    from provider_accounts
    where customer_id = ${customer_id} and state <> 'none'
    order by state = 'active' desc, updated_at desc nulls last limit 1`
  return row ?? { state: 'none', due: 0, checking: 0 }
}
