import * as contract from '@saldo/contract/bills/bill-runs'
import type { Tx } from '../../../db/connection.ts'
import { badInput, notFound } from '../../../http/errors.ts'
import { serve } from '../../../http/serve.ts'

const columns = (tx: Tx) => tx`
  run_id, act, state, cardinality(bill_ids) as total, done, changed, done - changed as refused, created_at, finished_at`

/** A run's progress; 404 when it is not the actor's. */
export async function runView(tx: Tx, run_id: number): Promise<contract.BillRun> {
  const [run] = await tx<contract.BillRun[]>`select ${columns(tx)} from bill_runs where run_id = ${run_id}`
  if (!run) throw notFound('Questa operazione')
  return run
}

export const getBillRun = serve(contract.getBillRun, ({ tx, params }) => runView(tx, params.id))

export const listBillRuns = serve(contract.listBillRuns, async ({ tx, query }) => {
  const runs = await tx<contract.BillRun[]>`
    select ${columns(tx)} from bill_runs order by run_id desc limit ${query.limit}`
  return [...runs]
})

export const billRunRefusals = serve(contract.billRunRefusals, async ({ tx, params, query }) => {
  await runView(tx, params.id)
  const after = Number(query.cursor ?? 0)
  if (!Number.isSafeInteger(after) || after < 0)
    throw badInput({ cursor: 'Questa pagina è di un altro elenco: ricomincia dalla prima.' })
  const rows = await tx<{ bill_id: number; number: string | null; reason: string }[]>`
    select bill_id, number, reason from bill_run_refusals
    where run_id = ${params.id} and bill_id > ${after} order by bill_id limit ${query.limit + 1}`
  const items = rows.slice(0, query.limit)
  const last = rows.length > query.limit ? items.at(-1) : undefined
  return { items, next_cursor: last ? String(last.bill_id) : null }
})

/** Stops a run after its current batch; a finished run stays finished. */
export const stopBillRun = serve(contract.stopBillRun, async ({ tx, params }) => {
  await tx`
    update bill_runs set state = 'stopped', finished_at = now() where run_id = ${params.id} and state = 'running'`
  return runView(tx, params.id)
})
