import { randomBytes } from 'node:crypto'
import { makeItalianIban } from '@saldo/domain/iban'
import { makeFiscalCode } from '@saldo/domain/registry/fiscal-code'
import type { Tx } from '../db/connection.ts'
import { hashToken } from '../http/actor.ts'
import { linkToken } from '../http/link-token.ts'
import type { Services } from '../services.ts'
import { testSecret } from './app.ts'

export type TestRole = 'super_user' | 'customer' | 'awaiting' | 'store' | 'consumer'

let serial = 0

/** A customer of the given kind. */
export async function makeCustomer(
  services: Services,
  of: { is_store?: boolean; state?: '0' | '1'; business_name?: string } = {},
): Promise<number> {
  serial += 1
  return services.asSystem(async (tx) => {
    const [row] = await tx`
      insert into customers (business_name, is_store, state, primary_email, primary_mobile_phone)
      values (${of.business_name ?? `Studio ${serial}`}, ${of.is_store ?? false}, ${of.state ?? '1'},
        ${`studio${serial}@example.it`}, '055 000 0000')
      returning customer_id`
    return row?.customer_id as number
  })
}

/**
 * A signed-in user of the given role: use `headers` on requests. A super user has an authenticator app, whose codes nobody
 * knows, gave a code, and could sign in for so long that they count as a second person. Nobody invited them, unless `invited_by`.
 */
export async function signIn(
  services: Services,
  role: TestRole,
  customer_id?: number,
  invited_by: number | null = null,
) {
  // Taken before anything is awaited: several people may sign in at the same time.
  serial += 1
  const own = serial
  const needsCustomer = role === 'customer' || role === 'awaiting' || role === 'store'
  const customer = needsCustomer
    ? (customer_id ??
      (await makeCustomer(services, { is_store: role === 'store', state: role === 'awaiting' ? '0' : '1' })))
    : null
  const token = randomBytes(32).toString('base64url')
  return services.asSystem(async (tx) => {
    const [user] = await tx`
      insert into users (user_name, nominative, email, customer_id, flag_super_user, activated_at, invited_by)
      values (${`${role}${own}`}, ${`Persona ${own}`}, ${`persona${own}@example.it`}, ${customer},
        ${role === 'super_user'}, now() - interval '73 hours', ${invited_by})
      returning user_id`
    const user_id = user?.user_id as number
    const by_second_step = role === 'super_user'
    if (by_second_step)
      await tx`
        insert into totp_secrets (user_id, secret, confirmed_at) values (${user_id}, ${randomBytes(48)}, now())`
    const [session] = await tx`
      insert into sessions (user_id, proved_by_second_step) values (${user_id}, ${by_second_step}) returning session_id`
    await tx`
      insert into access_tokens (token_hash, session_id, expires_at)
      values (${hashToken(token)}, ${session?.session_id}, now() + interval '1 hour')`
    return { user_id, customer_id: customer as number, token, headers: { authorization: `Bearer ${token}` } }
  })
}

/**
 * Opens an impersonation (*Agisci come*) in the super user's session.
 * @returns headers with which they work for the customer; without it they may only look at its records
 */
export async function impersonate<H extends Record<string, string>>(
  services: Services,
  { user_id, headers }: { user_id: number; headers: H },
  customer_id: number,
): Promise<H & { 'x-customer-id': string }> {
  await services.asSystem(async (tx) => {
    await tx`
      update impersonations i set ended_at = now(), ended_how = 'other_customer'
      from sessions s where s.session_id = i.session_id and s.user_id = ${user_id} and i.ended_at is null`
    await tx`
      insert into impersonations (customer_id, user_id, nominative, session_id, reason, until)
      select ${customer_id}, u.user_id, u.nominative, s.session_id, 'Richiesta dello studio', now() + interval '30 minutes'
      from users u join sessions s using (user_id) where u.user_id = ${user_id}`
  })
  return { ...headers, 'x-customer-id': String(customer_id) }
}

/** A signed-in super user who works for the customer: `headers` name it, and the impersonation is open. */
export async function signInFor(services: Services, customer_id: number) {
  const person = await signIn(services, 'super_user')
  return { ...person, customer_id, headers: await impersonate(services, person, customer_id) }
}

/** A signed-in super user who has not set up a second step yet. */
export async function signInWithoutSecondStep(services: Services) {
  const person = await signIn(services, 'super_user')
  await services.asSystem((tx) => tx`delete from totp_secrets where user_id = ${person.user_id}`)
  return person
}

/** A sub-user of the customer's office with these permissions, limited to the named condominiums if any. */
export async function signInSubUser(
  services: Services,
  customer_id: number,
  granted: { permissions: string[]; accounts?: number[]; invited_by?: number },
) {
  const person = await signIn(services, 'customer', customer_id, granted.invited_by)
  const { user_id } = person
  await services.asSystem(async (tx) => {
    await tx`update users set is_subuser = true, all_accounts = ${granted.accounts === undefined} where user_id = ${user_id}`
    for (const permission of granted.permissions) {
      const [section = '', level = ''] = permission.split(':')
      await tx`insert into user_permissions ${tx({ user_id, customer_id, section, level })}`
    }
    for (const account_id of granted.accounts ?? [])
      await tx`insert into user_accounts ${tx({ user_id, customer_id, account_id })}`
  })
  return person
}

export async function makeAccount(
  services: Services,
  customer_id: number,
  of: { name?: string; iban?: string | null; provider_account?: 'stripe' | 'stripe2' } = {},
): Promise<number> {
  serial += 1
  const iban =
    of.iban === undefined
      ? makeItalianIban({ abi: '05428', cab: '11101', account: String(serial).padStart(12, '0') })
      : of.iban
  return services.asSystem(async (tx) => {
    const [row] = await tx`
      insert into accounts (customer_id, name, iban, address, house_number, city, zip_code, prov, provider_account)
      values (${customer_id}, ${of.name ?? `Condominio ${serial}`}, ${iban}, 'Via Ghibellina', ${String(serial)}, 'Firenze',
        '50122', 'FI', ${of.provider_account ?? 'stripe'})
      returning account_id`
    return row?.account_id as number
  })
}

export async function makeSubject(
  services: Services,
  customer_id: number,
  of: { nominative?: string; email?: string | null; user_id?: number } = {},
): Promise<number> {
  serial += 1
  const fiscal_code = makeFiscalCode({
    surname: `Rossi${letters(serial)}`,
    name: letters(serial * 7),
    birth_date: `19${50 + (serial % 50)}-0${1 + (serial % 9)}-${10 + (serial % 18)}`,
    sex: serial % 2 ? 'F' : 'M',
    belfiore: 'D612',
  })
  return services.asSystem(async (tx) => {
    const [row] = await tx`
      insert into subjects (customer_id, nominative, fiscal_code, email, user_id)
      values (${customer_id}, ${of.nominative ?? `Rossi Lucia ${serial}`}, ${fiscal_code},
        ${of.email === undefined ? `lucia${serial}@example.it` : of.email}, ${of.user_id ?? null})
      on conflict do nothing
      returning subject_id`
    return (row?.subject_id ?? (await anySubject(tx, customer_id))) as number
  })
}

const anySubject = async (tx: Tx, customer_id: number) =>
  (await tx`select subject_id from subjects where customer_id = ${customer_id} limit 1`)[0]?.subject_id
const letters = (n: number) => [...String(n)].map((digit) => 'abcdefghij'[Number(digit)]).join('')

type BillOf = {
  account_id?: number
  subject_id?: number
  amounts?: number[]
  due_dates?: string[]
  number?: string
  draft?: boolean
}

/** An issued bill with one instalment per amount (cents) and one line; `token` opens its link. */
export async function makeBill(services: Services, customer_id: number, of: BillOf = {}) {
  serial += 1
  const account_id = of.account_id ?? (await makeAccount(services, customer_id))
  const subject_id = of.subject_id ?? (await makeSubject(services, customer_id))
  const amounts = of.amounts ?? [41_250]
  const number = of.number ?? `B-2026-${String(serial).padStart(5, '0')}`
  const total = amounts.reduce((sum, amount) => sum + amount, 0)
  const bill_id = await services.asSystem(async (tx) => {
    const [row] = await tx`
      insert into bills (customer_id, account_id, subject_id, number, description, unit, issue_date, amount, status)
      values (${customer_id}, ${account_id}, ${subject_id}, ${number}, 'Rata 3 di 4', 'Int. 7, scala A', '2026-09-01', ${total},
        ${of.draft ? 'draft' : 'issued'})
      returning bill_id`
    const bill_id = row?.bill_id as number
    for (const [index, amount] of amounts.entries())
      await tx`
        insert into bill_instalments (customer_id, bill_id, position, due_date, amount)
        values (${customer_id}, ${bill_id}, ${index + 1}, ${of.due_dates?.[index] ?? `2026-${String(12 - (index % 12)).padStart(2, '0')}-15`}, ${amount})`
    await tx`
      insert into bill_lines (customer_id, bill_id, position, description, amount)
      values (${customer_id}, ${bill_id}, 1, 'Spese generali', ${total})`
    return bill_id
  })
  return {
    bill_id,
    customer_id,
    account_id,
    subject_id,
    number,
    amount: total,
    token: linkToken(testSecret, { opens: 'bill', bill_id, version: 1 }),
  }
}
