import { readFileSync } from 'node:fs'
import type { BankFile, BankMovement } from '../../bank-files/bank-file.ts'
import { readBankFile } from '../../bank-files/read-bank-file.ts'
import { emit } from '../../events.ts'
import { explainMovement, movementsOfDebits } from '../../features/debit-runs/explain-movement.ts'
import type { TestApp } from '../app.ts'

const bytesOf = (name: string) => readFileSync(new URL(`../../bank-files/fixtures/${name}`, import.meta.url))

/** A sample file of a bank, read. */
export async function sampleFile(name: string): Promise<BankFile> {
  const bytes = bytesOf(name)
  return readBankFile(
    (async function* () {
      yield bytes
    })(),
    name,
  )
}

/** An office that loads files of its bank: each file in a transaction of its own, as the job that reads flows does. */
export function flowsOf(test: TestApp, office: { customer_id: number; user_id: number }) {
  const as = <R>(work: Parameters<typeof test.services.asCustomer<R>>[1]) =>
    test.services.asCustomer(office, work)
  let serial = 0

  /** Loads the file and returns its flow. Throws a BankFileRefused when it is refused; then nothing is written. */
  const load = (file: BankFile) =>
    as(async (tx) => {
      serial += 1
      const [row] = await tx`
        insert into flows ${tx({
          ...{
            customer_id: office.customer_id,
            direction: 'in',
            file_name: `${serial}.xml`,
            file_path: `flows/${serial}`,
          },
          ...{ file_bytes: 1, sha256: serial.toString(16).padStart(64, '0'), actor: 'Studio' },
          ...{ kind: file.kind, format: file.format, created_by: office.user_id },
        })} returning flow_id`
      const flow = {
        ...{ flow_id: row?.flow_id as number, customer_id: office.customer_id, account_id: null },
        ...{ file_name: `${serial}.xml`, created_by: office.user_id },
      }
      await emit(test.services, tx, 'flow_read', { flow, file })
      const [done] = await tx`select * from flows where flow_id = ${flow.flow_id}`
      return done as { flow_id: number; state: string; count: number; known: number; amount: number }
    })
  /** Asks what a movement of the condominium's account is, as an import does: only of those that name a debit. */
  const explain = (account_id: number, movement_id: number, movement: BankMovement) =>
    as(async (tx) => {
      const of = { customer_id: office.customer_id, account_id, movement_id, ...movement }
      const named = await movementsOfDebits(tx, [of])
      return named.has(movement_id) ? explainMovement(test.services, tx, of) : null
    })
  return { as, load, explain }
}

/** A movement of an account that says nothing but its amount. */
export const movementOf = (
  of: Partial<BankMovement> & { amount: number; booked_on: string },
): BankMovement => ({
  ...{
    entry: 1,
    item: 1,
    items: 1,
    line: 1,
    value_on: of.booked_on,
    is_reversal: false,
    bank_reference: null,
  },
  ...{ end_to_end_id: null, mandate_reference: null, batch_reference: null, reversed_reference: null },
  ...{ return_reason: null, structured_reference: null, text: '', bank_code: null },
  ...{ party_name: null, party_iban: null, party_fiscal_code: null },
  ...of,
})
