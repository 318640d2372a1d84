import type { ExcludedLine, IncludedLine } from '@saldo/contract/payments/debit-runs'
import type { Day } from '@saldo/domain/dates'
import { maskIban } from '@saldo/domain/iban'
import { mayRetry } from '@saldo/domain/sepa/debit'
import { type WhyNotDebited, whyNotDebited } from '@saldo/domain/sepa/debit-run'
import { mandateLapsesOn } from '@saldo/domain/sepa/mandate'
import { nextSequenceType } from '@saldo/domain/sepa/sequence-type'
import type { Tx } from '../../db/connection.ts'
import { notFound } from '../../http/errors.ts'
import { maskEmail } from '../../mail/mask-email.ts'

export type Choice = {
  account_id: number
  bill_ids?: readonly number[] | undefined
  /** Instalments due by this day. */
  due_to: Day
  collect_on: Day
  told_otherwise: boolean
  creditor_id: string
}

/** A bill that a run debits, with all that its debit needs. IBANs and addresses are whole. */
export type LineToDebit = IncludedLine & {
  debtor_iban: string
  email: string | null
  instalment_ids: number[]
  tries: number
  retry_of: number | null
}

type Instalment = { instalment_id: number; due_date: Day; still_due: number; held: boolean; planned: boolean }
type Candidate = {
  bill_id: number
  bill_number: string
  subject_id: number
  subject_nominative: string
  email: string | null
  account_id: number
  payable: boolean
  in_plan: boolean
  instalments: Instalment[] | null
  mandate_id: number | null
  mandate_state: 'draft' | 'active' | 'suspended' | 'revoked' | 'expired' | null
  umr: string | null
  debtor_iban: string | null
  creditor_id: string | null
  last_use: Day | null
  one_off: boolean | null
  used: boolean | null
  failed_id: number | null
  failed_code: string | null
  failed_tries: number | null
  retried: boolean | null
}

/**
 * The bills that a run of these would debit, and those that it leaves out, each with the reason, in the order of names.
 * 404 when a named bill is not visible, or is another condominium's.
 */
export async function runLines(
  tx: Tx,
  choice: Choice,
): Promise<{ included: LineToDebit[]; excluded: ExcludedLine[] }> {
  const candidates = await candidatesOf(tx, choice)
  if (choice.bill_ids && candidates.length !== new Set(choice.bill_ids).size) throw notFound('Una bolletta')
  const included: LineToDebit[] = []
  const excluded: ExcludedLine[] = []
  const usedHere = new Set<number>()
  for (const bill of candidates) {
    const due = dueOf(bill, choice)
    const reason = whyNot(bill, choice, due, usedHere)
    const { bill_id, bill_number, subject_id, subject_nominative } = bill
    const line = { bill_id, bill_number, subject_id, subject_nominative, amount: sumOf(due) }
    if (reason) excluded.push({ ...line, reason, why: whyNotDebited[reason] })
    else {
      included.push({ ...line, ...debitOf(bill, due, usedHere) })
      usedHere.add(bill.mandate_id as number)
    }
  }
  return { included, excluded }
}

const dueOf = ({ instalments }: Candidate, { due_to }: Choice) =>
  (instalments ?? []).filter(({ due_date, still_due }) => due_date <= due_to && still_due > 0)

const free = (due: Instalment[]) => due.filter(({ held, planned }) => !held && !planned)
const sumOf = (due: Instalment[]) =>
  (free(due).length > 0 ? free(due) : due).reduce((sum, { still_due }) => sum + still_due, 0)

function whyNot(
  bill: Candidate,
  choice: Choice,
  due: Instalment[],
  usedHere: ReadonlySet<number>,
): WhyNotDebited | null {
  if (!bill.payable) return (bill.instalments ?? []).some(({ held }) => held) ? 'under_way' : 'not_payable'
  if (bill.in_plan) return 'in_plan'
  if (due.length === 0) return (bill.instalments ?? []).every(({ held }) => held) ? 'under_way' : 'not_due'
  if (free(due).length === 0) return due.some(({ held }) => held) ? 'under_way' : 'already_planned'
  return whyNotByMandate(bill, choice, usedHere) ?? whyNotAgain(bill) ?? whyNotTold(bill, choice)
}

function whyNotByMandate(
  bill: Candidate,
  { creditor_id, collect_on }: Choice,
  usedHere: ReadonlySet<number>,
): WhyNotDebited | null {
  if (bill.mandate_id === null) return 'no_mandate'
  if (bill.mandate_state === 'draft') return 'mandate_draft'
  if (bill.mandate_state === 'suspended') return 'mandate_suspended'
  if (bill.mandate_state === 'revoked') return 'mandate_ended'
  if (bill.mandate_state === 'expired') return 'mandate_lapsed'
  if (bill.creditor_id !== creditor_id) return 'mandate_other_creditor'
  if (bill.last_use !== null && mandateLapsesOn(bill.last_use) <= collect_on) return 'mandate_lapsed'
  return sequenceOf(bill, usedHere) === null ? 'mandate_used' : null
}

/** The bill's last debit from the same account failed for a reason that another try does not solve. */
const whyNotAgain = ({ failed_id, failed_code, failed_tries }: Candidate): WhyNotDebited | null =>
  failed_id !== null && !mayRetry(failed_code, failed_tries ?? 1) ? 'not_retried' : null

const whyNotTold = ({ email }: Candidate, { told_otherwise }: Choice): WhyNotDebited | null =>
  email === null && !told_otherwise ? 'no_email' : null

const sequenceOf = (bill: Candidate, usedHere: ReadonlySet<number>) =>
  nextSequenceType({
    recurrent: !bill.one_off,
    used: Boolean(bill.used) || usedHere.has(bill.mandate_id as number),
  })

function debitOf(bill: Candidate, due: Instalment[], usedHere: ReadonlySet<number>) {
  const debtor_iban = bill.debtor_iban as string
  const instalment_ids = free(due).map(({ instalment_id }) => instalment_id)
  return {
    mandate_id: bill.mandate_id as number,
    umr: bill.umr as string,
    iban: maskIban(debtor_iban),
    sequence: sequenceOf(bill, usedHere) as NonNullable<ReturnType<typeof sequenceOf>>,
    instalments: instalment_ids.length,
    email_hint: maskEmail(bill.email),
    ...{ debtor_iban, email: bill.email, instalment_ids },
    tries: (bill.failed_tries ?? 0) + 1,
    retry_of: bill.retried ? null : bill.failed_id,
  }
}

/** How many bills without a mandate a preview lists; it counts them all. */
const mostWithoutMandate = 200

/**
 * The bills of a condominium that a run would debit if their payers had ever had a mandate there, in the order of names: the
 * first of them, and how many they are.
 */
export async function billsWithoutMandate(
  tx: Tx,
  { account_id, due_to }: Pick<Choice, 'account_id' | 'due_to'>,
): Promise<{ lines: ExcludedLine[]; count: number }> {
  const rows = await tx<(Omit<ExcludedLine, 'reason' | 'why'> & { of: number })[]>`
    select b.bill_id, b.number as bill_number, b.subject_id, s.nominative as subject_nominative, i.amount,
      count(*) over ()::int as of
    from bills b
    join subjects s on s.customer_id = b.customer_id and s.subject_id = b.subject_id
    cross join lateral (
      select sum(i.amount - i.settled)::bigint as amount from bill_instalments i
      where i.customer_id = b.customer_id and i.bill_id = b.bill_id and i.amount > i.settled and i.due_date <= ${due_to}
    ) i
    where b.account_id = ${account_id} and b.status = 'issued' and b.residue > b.pending and i.amount > 0
      and not exists (select from mandates m where m.customer_id = b.customer_id and m.account_id = b.account_id
        and m.subject_id = b.subject_id and m.provider_account = 'bank')
    order by s.name_key, b.bill_id limit ${mostWithoutMandate}`
  return {
    lines: rows.map(({ of: _of, ...line }) => ({
      ...line,
      ...{ reason: 'no_mandate' as const, why: whyNotDebited.no_mandate },
    })),
    count: rows[0]?.of ?? 0,
  }
}

/**
 * Named bills, or all of the condominium with something due whose payer has ever had a mandate there. The mandate of a
 * payer is the newest one that is active, else the newest of those that come closest. A failed debit counts while the
 * mandate and its account are still those.
 */
const candidatesOf = (tx: Tx, { account_id, bill_ids }: Choice) => tx<Candidate[]>`
  select b.bill_id, b.number as bill_number, b.subject_id, s.nominative as subject_nominative, s.email, b.account_id,
    b.status = 'issued' and b.phase not in ('cancelled', 'draft') and b.residue > b.pending as payable,
    exists (select from plan_bills pb join plans p on p.customer_id = pb.customer_id and p.plan_id = pb.plan_id
      where pb.customer_id = b.customer_id and pb.bill_id = b.bill_id and p.state = 'active') as in_plan,
    i.instalments, m.mandate_id, m.state as mandate_state, m.umr, m.debtor_iban, m.creditor_id, m.last_use, m.one_off,
    m.last_used_at is not null or exists (select from debits d where d.customer_id = b.customer_id
      and d.mandate_id = m.mandate_id and d.state = 'started') as used,
    f.debit_id as failed_id, f.failure_code as failed_code, f.tries as failed_tries, f.retried
  from bills b
  join subjects s on s.customer_id = b.customer_id and s.subject_id = b.subject_id
  left join lateral (
    select m.*, coalesce((m.last_used_at at time zone 'Europe/Rome')::date, m.signed_on) as last_use from mandates m
    where m.customer_id = b.customer_id and m.account_id = b.account_id and m.subject_id = b.subject_id
      and m.provider_account = 'bank'
    order by array_position(array['active', 'suspended', 'draft', 'expired', 'revoked'], m.state), m.mandate_id desc limit 1
  ) m on true
  left join lateral (
    select json_agg(json_build_object('instalment_id', i.instalment_id, 'due_date', i.due_date,
      'still_due', i.amount - i.settled, 'held', i.pending > 0,
      'planned', exists (select from debits d where d.customer_id = b.customer_id and d.bill_id = b.bill_id
        and d.state in ('planned', 'notified', 'started') and i.instalment_id = any (d.instalment_ids)))
      order by i.due_date, i.position) as instalments
    from bill_instalments i
    where i.customer_id = b.customer_id and i.bill_id = b.bill_id and i.amount > i.settled
  ) i on true
  left join lateral (
    select d.debit_id, d.failure_code, d.tries,
      exists (select from debits r where r.retry_of = d.debit_id) as retried
    from debits d
    where d.customer_id = b.customer_id and d.bill_id = b.bill_id and d.state = 'failed' and d.mandate_id = m.mandate_id
      and d.debtor_iban = m.debtor_iban
    order by d.debit_id desc limit 1
  ) f on true
  where b.account_id = ${account_id} and ${
    bill_ids
      ? tx`b.bill_id = any(${[...bill_ids]}::bigint[])`
      : tx`b.status = 'issued' and b.residue > 0 and m.mandate_id is not null`
  }
  order by s.name_key, b.bill_id`
