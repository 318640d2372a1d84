import * as contract from '@saldo/contract/reports/research'
import { formFields } from '../../http/form-fields.ts'
import { type Route, serve } from '../../http/serve.ts'
import { findResults } from './research.sql.ts'
import { searchWords } from './search-words.ts'

const findAmong = serve(contract.findRecords, ({ tx, body }) =>
  findResults(tx, searchWords(body.text), {
    accounts: body.by_accounts,
    subjects: body.by_subjects,
    bills: body.by_bills,
    transactions: body.by_transactions,
  }),
)

/** The form is read before a transaction is opened, because a client may send it slowly. */
export const find: Route = {
  ...findAmong,
  handle: async (services, request, reply) => {
    request.body = await formFields(request)
    return findAmong.handle(services, request, reply)
  },
}

export const findAll = serve(contract.findAllRecords, ({ tx, params }) =>
  findResults(tx, searchWords(params.text), {
    accounts: true,
    subjects: true,
    bills: true,
    transactions: true,
  }),
)
