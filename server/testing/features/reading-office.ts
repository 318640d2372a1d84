import { randomUUID } from 'node:crypto'
import { makeItalianIban } from '@saldo/domain/iban'
import type { BankMovement, StatementFile } from '../../bank-files/bank-file.ts'
import { emit } from '../../events.ts'
import { createFlow } from '../../features/flows/create-flow.ts'
import type { TestApp } from '../app.ts'
import { makeAccount, makeBill, makeSubject, signIn } from '../people.ts'
import { loadedStatements } from './loaded-statements.ts'

let serial = 0
export const movement = (amount: number, more: Partial<BankMovement> = {}): BankMovement => {
  serial += 1
  return {
    ...{ entry: serial, item: 1, items: 1, line: serial, booked_on: '2026-10-05', value_on: null, amount },
    ...{ is_reversal: false, bank_reference: `REF${serial}`, end_to_end_id: null, mandate_reference: null },
    ...{ batch_reference: null, reversed_reference: null, return_reason: null, structured_reference: null },
    ...{
      text: '',
      bank_code: null,
      party_name: 'Verdi Ugo',
      party_iban: makeItalianIban({ abi: '05428', cab: '11101', account: String(serial) }),
    },
    ...{ party_fiscal_code: null },
    ...more,
  }
}

/**
 * An office with a condominium, a person (Rossi Lucia) with a bill of 100 and one of 80 euro, and statements that are read
 * as if they had been loaded. `read` gives the ids of the movements that were new.
 */
export async function readingOffice(test: TestApp, of: { iban?: string } = {}) {
  const signed = await signIn(test.services, 'customer')
  const { customer_id } = signed
  const account_id = await makeAccount(test.services, customer_id, of)
  const subject_id = await makeSubject(test.services, customer_id, { nominative: 'Rossi Lucia' })
  const whose = { account_id, subject_id, issue_date: '2026-09-01' }
  const bills = [
    await makeBill(test.services, customer_id, { ...whose, amounts: [10_000], due_dates: ['2026-09-30'] }),
    await makeBill(test.services, customer_id, { ...whose, amounts: [8_000], due_dates: ['2026-12-31'] }),
  ] as const
  const read = async (
    movements: BankMovement[],
    format: StatementFile['format'] = 'csv',
    balances: { opening: number; closing: number } | null = null,
  ) => {
    const flow_id = await test.services.asSystem(async (tx) => {
      const id = await createFlow(test.services, tx, {
        ...{ customer_id, account_id, kind: 'statement', format: 'csv', file_name: 'estratto.csv' },
        ...{ content: randomUUID(), reference: null, count: 0, amount: 0, created_by: null },
      })
      await tx`update flows set state = 'reading', direction = 'in' where flow_id = ${id}`
      return id
    })
    await test.services.asCustomer({ customer_id, user_id: signed.user_id }, (tx) =>
      emit(test.services, tx, 'flow_read', {
        flow: { flow_id, customer_id, account_id, file_name: 'estratto.csv', created_by: signed.user_id },
        file: {
          ...{ kind: 'statement', format },
          statements: [
            {
              iban: null,
              reference: null,
              from: null,
              to: null,
              opening: balances?.opening ?? null,
              closing: balances?.closing ?? null,
              line: 1,
              pending: 0,
              movements,
            },
          ],
        },
      }),
    )
    return test.services.asSystem(async (tx) => {
      const rows =
        await tx`select movement_id from bank_movements where flow_id = ${flow_id} order by movement_id`
      return rows.map((row) => row.movement_id as number)
    })
  }
  const residues = () =>
    test.services.asSystem(async (tx) =>
      (await tx`select residue from bills where account_id = ${account_id} order by bill_id`).map(
        (row) => row.residue as number,
      ),
    )
  const number = async (bill_id: number) =>
    (await test.services.asSystem((tx) => tx`select number from bills where bill_id = ${bill_id}`))[0]
      ?.number as string
  return {
    ...signed,
    account_id,
    subject_id,
    bills,
    read,
    residues,
    number,
    ...loadedStatements(test, signed),
  }
}
