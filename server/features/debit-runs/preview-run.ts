import * as contract from '@saldo/contract/payments/debit-runs'
import { type Day, formatDate, nextTargetDay, today } from '@saldo/domain/dates'
import { firstCollectionDay } from '@saldo/domain/sepa/debit'
import { sequenceTypes } from '@saldo/domain/sepa/sequence-type'
import { badInput } from '../../http/errors.ts'
import { serve } from '../../http/serve.ts'
import { runAccount, whyNotCollect } from './run-account.ts'
import { billsWithoutMandate, type LineToDebit, runLines } from './run-lines.ts'

export const previewDebitRun = serve(contract.previewDebitRun, async ({ tx, body }) => {
  const account = await runAccount(tx, body.account_id)
  const first_collect_on = firstCollectionDay(today())
  const collect_on = collectionDay(body.collect_on)
  const due_to = body.due_to ?? collect_on
  const { included, excluded } = await runLines(tx, {
    ...{ account_id: body.account_id, bill_ids: body.bill_ids, collect_on, due_to },
    told_otherwise: body.told_otherwise ?? false,
    creditor_id: account.creditor_id ?? '',
  })
  const blocks = blocksOf(included)
  // Named bills are all among the lines; of a whole condominium, those without a mandate are not.
  const without = body.bill_ids
    ? { lines: [], count: 0 }
    : await billsWithoutMandate(tx, { account_id: body.account_id, due_to })
  return {
    ...{ account_id: account.account_id, account_name: account.name, collect_on, first_collect_on },
    why_not: whyNotCollect(account),
    ...totalOf(included),
    blocks,
    included: included.map(shownLine),
    excluded: [...excluded, ...without.lines],
    excluded_count: excluded.length + without.count,
  }
})

/** The day on which the debits are collected: when banks settle, and late enough for the notice. 400 if it is too near. */
export function collectionDay(wanted: Day | undefined): Day {
  const first = firstCollectionDay(today())
  if (wanted && wanted < first)
    throw badInput({
      collect_on: `Il primo giorno possibile è il ${formatDate(first)}: prima va mandato il preavviso.`,
    })
  return wanted ? nextTargetDay(wanted) : first
}

export const totalOf = (lines: readonly { amount: number }[]) => ({
  count: lines.length,
  amount: lines.reduce((sum, { amount }) => sum + amount, 0),
})

/** The groups of the file: one for each sequence type. */
const blocksOf = (lines: readonly LineToDebit[]) =>
  sequenceTypes
    .map((sequence) => ({ sequence, ...totalOf(lines.filter((line) => line.sequence === sequence)) }))
    .filter(({ count }) => count > 0)

/** A line without whole IBAN and address. */
function shownLine(line: LineToDebit): contract.IncludedLine {
  const {
    debtor_iban: _iban,
    email: _email,
    instalment_ids: _ids,
    tries: _tries,
    retry_of: _of,
    ...shown
  } = line
  return shown
}
