import { isDay } from '@saldo/domain/dates'
import { type MandateState, makeMandateReference } from '@saldo/domain/sepa/mandate'
import type { Tx } from '../../db/connection.ts'
import { conflictIfNotUnique } from '../../db/unique-violation.ts'
import { conflict } from '../../http/errors.ts'
import { recordMandateEvent } from './mandate-event.ts'

/** A mandate for debits that go to the condominium's bank by file. IBANs are whole: they never leave the server so. */
export type BankMandate = {
  mandate_id: number
  customer_id: number
  account_id: number
  subject_id: number
  state: MandateState
  signing: 'paper' | 'online' | 'file'
  one_off: boolean
  debtor_name: string | null
  debtor_iban: string | null
  creditor_id: string
  umr: string | null
  signed_on: string | null
  last_used_at: string | null
  presented_iban: string | null
  presented_umr: string | null
  scan_path: string | null
}

export const bankMandateColumns = (tx: Tx) => tx`
  m.mandate_id, m.customer_id, m.account_id, m.subject_id, m.state, m.signing, m.one_off, m.debtor_name, m.debtor_iban,
  m.creditor_id, m.umr, m.signed_on, m.last_used_at, m.presented_iban, m.presented_umr, m.scan_path`

export type NewBankMandate = {
  customer_id: number
  account_id: number
  subject_id: number
  creditor_id: string
  signing: BankMandate['signing']
  state: 'draft' | 'active'
  one_off?: boolean
  debtor_name: string | null
  debtor_iban: string | null
  signed_on: string | null
  /** Null: a new reference. */
  umr: string | null
  text: string
  accepted_from: string
  accepted_with: string
  email?: string | null
  idempotency_key?: string | null
  request_hash?: string | null
}

/** Records a mandate with its first event, and returns its id. 409 when its creditor has another one with the reference. */
export async function insertBankMandate(
  tx: Tx,
  { umr, ...mandate }: NewBankMandate,
  event: { text: string; actor: string },
): Promise<number> {
  const [drawn] = await tx`select nextval(pg_get_serial_sequence('mandates', 'mandate_id')) as mandate_id`
  const mandate_id = drawn?.mandate_id as number
  const accepted_at = mandate.signed_on ? `${mandate.signed_on}T11:00:00Z` : new Date().toISOString()
  await conflictIfNotUnique(
    tx`
      insert into mandates ${tx({
        ...mandate,
        ...{
          mandate_id,
          provider_account: 'bank',
          accepted_at,
          umr: umr ?? makeMandateReference(mandate_id),
        },
      })}`,
    {
      one_mandate_per_creditor_and_umr: {
        umr: 'Questo condominio ha già un mandato con questo riferimento.',
      },
    },
  )
  const { customer_id } = mandate
  await recordMandateEvent(tx, { customer_id, mandate_id, kind: 'created', ...event })
  return mandate_id
}

/**
 * One request after the other for a payer's mandates in a condominium, until the transaction ends. 409 when one is in
 * force, unless it is `except`.
 */
export async function requireNoneInForce(
  tx: Tx,
  of: { customer_id: number; account_id: number; subject_id: number },
  except: number | null = null,
): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`mandate:${of.account_id}:${of.subject_id}`}, 0))`
  const [other] = await tx`
    select umr from mandates
    where customer_id = ${of.customer_id} and account_id = ${of.account_id} and subject_id = ${of.subject_id}
      and provider_account = 'bank' and state in ('active', 'suspended') and mandate_id is distinct from ${except}
    limit 1`
  if (other)
    throw conflict(
      'mandate_in_force',
      `Questa persona ha già il mandato ${other.umr} per questo condominio: revocalo prima, o cambiane l’IBAN.`,
    )
}

/** Moves a mandate to another state with an event. Returns false when it has ended, or is in that state already. */
export async function moveBankMandate(
  tx: Tx,
  mandate_id: number,
  to: Exclude<MandateState, 'draft'>,
  event: { text: string; actor: string },
): Promise<boolean> {
  const [moved] = await tx`
    update mandates set state = ${to}
    where mandate_id = ${mandate_id} and state in ('draft', 'active', 'suspended') and state <> ${to}
    returning customer_id`
  if (!moved) return false
  await recordMandateEvent(tx, { customer_id: moved.customer_id, mandate_id, kind: to, ...event })
  return true
}

/** A debit was collected on `day`: the 36 months start again. A mandate for one collection ends with it. */
export async function useBankMandate(
  tx: Tx,
  mandate_id: number,
  day: string,
  event: { text: string; actor: string },
): Promise<void> {
  if (!isDay(day)) throw new RangeError(`not a day: ${day}`)
  const [used] = await tx`
    update mandates set last_used_at = greatest(last_used_at, ${`${day}T11:00:00Z`}::timestamptz)
    where mandate_id = ${mandate_id} returning customer_id, one_off`
  if (!used) return
  await recordMandateEvent(tx, { customer_id: used.customer_id, mandate_id, kind: 'collected', ...event })
  if (used.one_off)
    await moveBankMandate(tx, mandate_id, 'revoked', {
      text: 'Valeva per un solo addebito',
      actor: 'sistema',
    })
}

/** Adds an event to the mandate's history; its state stays. */
export async function noteOnMandate(
  tx: Tx,
  mandate_id: number,
  event: { kind: string; text: string; actor: string },
): Promise<void> {
  const [mandate] = await tx`select customer_id from mandates where mandate_id = ${mandate_id}`
  if (mandate) await recordMandateEvent(tx, { customer_id: mandate.customer_id, mandate_id, ...event })
}

/** What the bank has now been told of the mandates of these debits: their reference and IBAN. */
export async function notePresented(tx: Tx, mandate_ids: readonly number[]): Promise<void> {
  await tx`
    update mandates set presented_iban = debtor_iban, presented_umr = umr
    where mandate_id = any(${[...mandate_ids]}::bigint[])
      and (presented_iban is distinct from debtor_iban or presented_umr is distinct from umr)`
}

/** The payer's account is another one, as a file says that another program presented. */
export async function amendFromOrder(
  tx: Tx,
  mandate_id: number,
  of: { debtor_iban: string; debtor_name: string; text: string; actor: string },
): Promise<void> {
  const { debtor_iban, debtor_name, text, actor } = of
  await tx`
    update mandates set debtor_iban = ${debtor_iban}, debtor_name = ${debtor_name} where mandate_id = ${mandate_id}`
  await noteOnMandate(tx, mandate_id, { kind: 'amended', text, actor })
}
