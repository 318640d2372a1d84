import { type Day, today } from '@saldo/domain/dates'
import type { FastifyInstance } from 'fastify'
import type { Tx } from '../../db/connection.ts'
import { hashPassword } from '../../identity/hash-password.ts'
import type { Services } from '../../services.ts'
import { giveDemoAuthenticator } from '../second-steps/demo-authenticator.ts'
import { writeAgents } from './agents.ts'
import { collect } from './collections/collect.ts'
import { makeBills } from './generate/bills.ts'
import { readCities } from './generate/cities.ts'
import { makeCondominiums } from './generate/condominiums.ts'
import { payBills } from './generate/payments.ts'
import { demoPassword, demoSuperUsers, demoUsers } from './generate/studios.ts'
import { openCondominiumAccount } from './provider/condominium-account.ts'
import { fillProvider } from './provider/fill-provider.ts'
import { overpay } from './provider/overpaid-transfer.ts'
import { startDebits } from './provider/pending-debits.ts'
import { writeMails } from './write/sent-mails.ts'
import { writeBills } from './write/write-bills.ts'
import { writePayments } from './write/write-payments.ts'
import { writeQueries } from './write/write-queries.ts'
import { type GivenToRegistry, writeRegistry } from './write/write-registry.ts'
import { writeTimelines } from './write/write-timelines.ts'
import { writeUnits } from './write/write-units.ts'

/** An arbitrary advisory lock number: of several servers that start on an empty database only one seeds. */
const SEEDING = 7201

/**
 * Fills an empty database with the demo, the same for each day; does nothing once there are customers. All or nothing,
 * except what is done through the server's own calls or needs the sandbox: the month of an office at its banks, the
 * provider's book of the demo's past and a few pending debits. They are missing if that fails. Returns whether it wrote the
 * demo.
 */
export async function seedDemo(app: FastifyInstance): Promise<boolean> {
  const { services } = app
  if (!(await services.asSystem(isEmpty))) return false
  const password_hashes = await Promise.all(demoUsers.map(() => hashPassword(demoPassword)))
  const destination = await openCondominiumAccount(services).catch((error: unknown) => {
    services.log.warn({ err: error }, 'the demo has no condominium whose money can be moved')
    return null
  })
  const seeded = await services.asSystem(async (tx) => {
    await tx`select pg_advisory_xact_lock(${SEEDING})`
    if (!(await isEmpty(tx))) return false
    await writeDemo(services, tx, { password_hashes, destination }, today())
    return true
  })
  if (!seeded) return false
  await collect(app, demoUsers[1].user_name).catch((error: unknown) => {
    services.log.warn({ err: error }, 'the demo has no collections through banks')
  })
  await fillProvider(services).catch((error: unknown) => {
    services.log.warn({ err: error }, 'the provider does not know the demo’s past')
  })
  await startDebits(services).catch((error: unknown) => {
    services.log.warn({ err: error }, 'the demo has no debits under way')
  })
  return true
}

async function isEmpty(tx: Tx): Promise<boolean> {
  const [customer] = await tx`select customer_id from customers limit 1`
  return !customer
}

async function writeDemo(services: Services, tx: Tx, given: GivenToRegistry, day: Day): Promise<void> {
  const { condominiums, subjects } = makeCondominiums(await readCities(tx))
  const bills = makeBills(condominiums, day)
  const payments = payBills(bills, day)
  const since = `${bills[0]?.issue_date ?? day}T06:00:00Z`
  // The seed must not appear in the audit log, which starts with the first person who signs in.
  await tx`set local saldo.bulk = 'yes'`
  const registry = await writeRegistry(tx, condominiums, subjects, given, since)
  for (const name of demoSuperUsers)
    await giveDemoAuthenticator(services.env, tx, registry.user_ids[name] as number)
  await writeQueries(tx)
  await writeAgents(tx, day)
  await writeUnits(tx, condominiums, registry)
  const known = await writeBills(tx, bills, registry)
  const payment_ids = await writePayments(tx, payments, known)
  await writeTimelines(tx, known, payments, payment_ids)
  await overpay(services, tx, known, day)
  await writeMails(services, tx, { known, payments, payment_ids })
}
