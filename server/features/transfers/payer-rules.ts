import * as contract from '@saldo/contract/payments/bank-statements'
import { maskIban } from '@saldo/domain/iban'
import type { Row } from 'postgres'
import type { z } from 'zod'
import type { Tx } from '../../db/connection.ts'
import { type Listing, pageOf, summaryOf } from '../../db/listing.ts'
import { containingWords } from '../../db/search.ts'
import { exportReply, type ListColumn } from '../../exports/export-reply.ts'
import { notFound } from '../../http/errors.ts'
import { serve, serveAcross } from '../../http/serve.ts'
import { actorName } from '../../timeline/actor-name.ts'
import type { Movement } from './movement.ts'

/** Remembers that this payer's IBAN pays for this person, from now on the first proposal. */
export async function learnPayer(
  tx: Tx,
  { customer_id, account_id, party_iban, party_name }: Movement,
  { subject_id, created_by }: { subject_id: number; created_by: number | null },
): Promise<void> {
  if (party_iban === null) return
  const row = {
    customer_id,
    account_id,
    subject_id,
    party_iban,
    party_name,
    created_by,
    actor: await actorName(tx),
  }
  const [known] = await tx`
    select from payer_rules where customer_id = ${customer_id} and account_id = ${account_id}
      and party_iban = ${party_iban} and subject_id = ${subject_id}`
  if (!known) await tx`insert into payer_rules ${tx(row)}`
}

type Filters = z.output<typeof contract.summarisePayerRules.query>

const rulesList: Listing<Filters> = {
  select: (tx) => tx`
    r.rule_id, r.account_id, a.name as account_name, r.subject_id, s.nominative as subject_nominative, r.party_iban,
    r.party_name, r.actor, r.created_at`,
  from: (tx) => tx`
    payer_rules r
    join accounts a on a.customer_id = r.customer_id and a.account_id = r.account_id
    join subjects s on s.customer_id = r.customer_id and s.subject_id = r.subject_id`,
  id: (tx) => tx`r.rule_id`,
  id_name: 'rule_id',
  filters: {
    q: (tx, text) =>
      tx`fold(s.nominative || ' ' || coalesce(r.party_name, '') || ' ' || a.name) like all (${containingWords(text)})`,
    ids: (tx, ids) => tx`r.rule_id in ${tx(ids)}`,
    account_id: (tx, id) => tx`r.account_id = ${id}`,
    subject_id: (tx, id) => tx`r.subject_id = ${id}`,
  },
  sorts: {
    created_at: { sql: (tx) => tx`r.created_at`, type: 'timestamptz' },
    subject_nominative: { sql: (tx) => tx`s.name_key`, type: 'text' },
  },
  default_sort: '-created_at',
}

const shown = ({ party_iban, ...row }: Row) => ({ ...row, party_iban_hint: maskIban(party_iban) }) as never

export const listPayerRules = serve(contract.listPayerRules, async ({ tx, query }) => {
  const { items, next_cursor } = await pageOf(tx, rulesList, query)
  return { items: items.map(shown), next_cursor }
})

export const summarisePayerRules = serve(
  contract.summarisePayerRules,
  async ({ tx, query }) =>
    (await summaryOf(tx, rulesList, query, (of) => of`count(*)::int as count`)) as never,
)

const columns: Record<string, ListColumn> = {
  account_name: { header: 'Condominio', kind: 'text' },
  subject_nominative: { header: 'Persona', kind: 'text' },
  party_name: { header: 'Pagatore', kind: 'text' },
  party_iban_hint: { header: 'IBAN', kind: 'text', value: (row) => maskIban(row.party_iban) },
  actor: { header: 'Imparato da', kind: 'text' },
  created_at: { header: 'Il', kind: 'date' },
}

export const exportPayerRules = serveAcross(contract.exportPayerRules, ({ as, services, query }) =>
  exportReply({ as, services, listing: rulesList, query, columns, name: 'regole-pagatori' }),
)

export const deletePayerRule = serve(contract.deletePayerRule, async ({ tx, params }) => {
  const gone = await tx`delete from payer_rules where rule_id = ${params.id}`
  if (gone.count === 0) throw notFound('La regola')
  return undefined
})
