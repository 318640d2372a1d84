import * as contract from '@saldo/contract/bills/my-history'
import { serve, serveAcross } from '../../http/serve.ts'
import { statementFile } from './get-statement-pdf.ts'

/** Where the person has a bill; row-level security shows their own only. Fewer than a page, whoever they are. */
export const listMyStatements = serve(contract.listMyStatements, async ({ tx }) => ({
  statements: await tx<
    {
      subject_id: number
      subject_nominative: string
      account_id: number
      account_name: string
      residue: number
    }[]
  >`
    select b.subject_id, s.nominative as subject_nominative, b.account_id, a.name as account_name,
      sum(b.residue)::bigint as residue
    from bills b
    join accounts a on a.customer_id = b.customer_id and a.account_id = b.account_id
    join subjects s on s.customer_id = b.customer_id and s.subject_id = b.subject_id
    where b.phase <> 'draft'
    group by b.subject_id, s.nominative, b.account_id, a.name, a.name_key
    order by a.name_key, b.account_id, b.subject_id limit 200`,
}))

export const myStatementPdf = serveAcross(contract.myStatementPdf, ({ as, services, params, query }) =>
  statementFile(services, as, { ...query, id: params.id as number }),
)
