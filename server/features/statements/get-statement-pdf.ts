import * as contract from '@saldo/contract/reports/statements'
import type { Tx } from '../../db/connection.ts'
import type { As } from '../../http/actor.ts'
import { asFile, serveAcross } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { letterheadImages } from '../documents/letterhead-images.ts'
import { type StatementParties, statementPdf } from './statement-pdf.ts'
import { subjectStatement, type Wanted } from './subject-statement.ts'

export const getStatementPdf = serveAcross(contract.statementPdf, ({ as, services, params, query }) =>
  statementFile(services, as, { ...query, id: params.id as number }),
)

/** The statement of a person as a file, as the caller may see it. Throws as `subjectStatement`. */
export async function statementFile(services: Services, as: As, wanted: Wanted) {
  const { statement, parties } = await as(async (tx) => ({
    statement: await subjectStatement(tx, wanted),
    parties: await partiesOf(tx, wanted),
  }))
  const name = `Estratto conto ${statement.nominative} ${statement.from} ${statement.to}.pdf`
  const { customer_id, ...words } = parties
  const images = await letterheadImages(services, customer_id)
  return asFile(await statementPdf(statement, { ...words, images }), name, 'application/pdf')
}

type Parties = Omit<StatementParties, 'images'> & { customer_id: number }

/** The person and the office of a statement, and the condominium if it is limited to one. */
async function partiesOf(tx: Tx, { id, account_id }: Wanted): Promise<Parties> {
  const [parties] = await tx<Parties[]>`
    select c.customer_id, c.business_name, c.primary_mobile_phone as phone, c.primary_email as email,
      case when actor_reads('subjects') then s.fiscal_code end as fiscal_code,
      case when actor_reads('subjects') then nullif(concat_ws(', ', nullif(concat_ws(' ', s.address, s.house_number), ''),
        nullif(concat_ws(' ', s.zip_code, s.city, '(' || s.prov || ')'), '')), '') end as address,
      (select a.name from accounts a where a.account_id = ${account_id ?? null}) as account_name
    from subjects s join customers c on c.customer_id = s.customer_id
    where s.subject_id = ${id}`
  const account_name = account_id ? (parties?.account_name ?? 'nessun condominio') : null
  return { ...(parties as Parties), account_name }
}
