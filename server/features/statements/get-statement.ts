import * as contract from '@saldo/contract/reports/statements'
import { serve } from '../../http/serve.ts'
import { subjectStatement } from './subject-statement.ts'

export const getStatement = serve(contract.getStatement, ({ tx, params, query }) =>
  subjectStatement(tx, { ...query, id: params.id }),
)
