import type { Day } from '@saldo/domain/dates'
import { applicationFee } from '@saldo/domain/payments/application-fee'
import type { Tx } from '../../db/connection.ts'
import type { DemoPayment } from './generate/payments.ts'
import { studios } from './generate/studios.ts'
import { makeTaxNumber } from './generate/tax-number.ts'

/** The index in `studios` of the office with its own connected account and a platform fee. */
export const studioWithAccount = 1
export const agreedFee = { fee_bps: 120, fee_fixed: 20 }
/** Since when it has that account: half a year before the newest payment, in milliseconds. */
const agreedFor = 183 * 86_400_000

/** The platform fee of a payment in the demo's past, in cents; 0: it went to the platform. */
export function feeKept({ bill, way, end, amount, settled }: DemoPayment, newest: number): number {
  const own = bill.studio === studioWithAccount && bill.condominium.place.provider_account === 'stripe'
  if (!own || way === 'BANK_TRANSFER' || end !== 'succeeded' || settled === null) return 0
  return settled >= newest - agreedFor ? applicationFee(amount, agreedFee) : 0
}

const agents = [
  {
    firstname: 'Elisa',
    lastname: 'Fontana',
    business_name: null,
    vat_number: makeTaxNumber('0447120', '037'),
    email: 'elisa.fontana@example.it',
    phone: '051 000 0711',
    commission_bps: 1500,
    studios: [studioWithAccount],
  },
  {
    firstname: 'Marco',
    lastname: 'Lenzi',
    business_name: 'Lenzi & Partners S.r.l.',
    vat_number: makeTaxNumber('0639415', '048'),
    email: 'info@lenzi-partners.example.it',
    phone: '055 000 0730',
    commission_bps: 1000,
    studios: [0, 3],
  },
]

/** Writes two agents, and their customers since the year before. */
export async function writeAgents(tx: Tx, day: Day): Promise<void> {
  for (const { studios: places, ...agent } of agents) {
    const since = `${Number(day.slice(0, 4)) - 1}-01-01`
    const [made] = await tx`
      insert into agents ${tx({ ...agent, created_at: `${since}T09:00:00Z` })} returning agent_id`
    for (const place of places)
      await tx`
        insert into agent_customers (agent_id, customer_id, from_date)
        select ${made?.agent_id}, customer_id, ${since} from customers
        where business_name = ${studios[place]?.business_name as string}`
  }
}
