import * as contract from '@saldo/contract/registry/account-iban'
import { serve } from '../../../http/serve.ts'
import { visibleAccount } from '../visible-account.ts'
import { ibanReports } from './iban-reports.ts'

export const checkIban = serve(contract.checkIban, async ({ tx, params: { iban }, body }) => {
  const account = body.account_id === undefined ? null : await visibleAccount(tx, body.account_id)
  const [report] = await ibanReports(tx, [{ iban, name: body.name }], account)
  return report as contract.IbanReport
})

export const checkIbanList = serve(contract.checkIbanList, ({ tx, body }) =>
  ibanReports(
    tx,
    body.map((each) => (typeof each === 'string' ? { iban: each } : each)),
  ),
)
