import * as contract from '@saldo/contract/reports/research'
import { identifyCaller } from '../../http/actor.ts'
import { formFields } from '../../http/forms.ts'
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

/**
 * The form is read before the act's transaction is opened, because a client may send it slowly; but after its sender was
 * admitted, so that nobody else keeps a connection busy with it.
 */
export const find: Route = {
  ...findAmong,
  handle: async (services, request, reply) => {
    await identifyCaller(services, findAmong.endpoint, request).read({
      rows: (tx) => tx`select`,
      one_plan: false,
    })
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
