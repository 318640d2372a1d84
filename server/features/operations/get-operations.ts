import * as contract from '@saldo/contract/operations/checks'
import { type CheckCode, checkCodes } from '@saldo/domain/operations/checks'
import type { Tx } from '../../db/connection.ts'
import { serve, serveAcross } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { alarmAddresses } from './alarms/alarm-addresses.ts'
import { allChecks } from './checks/all-checks.ts'
import { lookAtOperations } from './look-at-operations.ts'
import { thresholds } from './thresholds.ts'

export const getOperations = serve(contract.getOperations, ({ services, tx }) => view(services, tx))

/** Looks at everything now, also when no job runs. */
export const checkOperations = serveAcross(contract.checkOperations, async ({ services, as }) => {
  await lookAtOperations(services, { all: true })
  return as((tx) => view(services, tx))
})

type Row = contract.OperationCheck & { age: number }

/** The checks of this server's settings, with their last answers. One that is too old says nothing about now. */
async function view(services: Services, tx: Tx): Promise<contract.Operations> {
  const rows = await tx<Row[]>`
    select code, state, figure, parts, why, since, checked_at, extract(epoch from now() - checked_at)::float8 as age
    from operation_checks where code = any(${[...checkCodes]})`
  const times = rows.map(({ checked_at }) => checked_at).sort()
  const order = (code: CheckCode) => checkCodes.indexOf(code)
  return {
    checked_at: times.at(-1) ?? null,
    alarms_to: await alarmAddresses(services, tx),
    checks: rows.map(fresh).sort((one, other) => order(one.code) - order(other.code)),
  }
}

function fresh({ age, ...check }: Row): contract.OperationCheck {
  const every = allChecks.find(({ code }) => code === check.code)?.every_minutes ?? 0
  if (age <= thresholds.stale_after + every * 60) return check
  return {
    ...check,
    state: 'unknown',
    why: 'L’ultima risposta è vecchia: nessun server esegue i controlli. Controlla che almeno uno sia acceso.',
  }
}
