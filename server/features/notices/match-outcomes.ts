import { formatDate } from '@saldo/domain/dates'
import { makeItalianIban, maskIban } from '@saldo/domain/iban'
import { formatEuro } from '@saldo/domain/money'
import { noticeNumberOf, noticeOutcome } from '@saldo/domain/payments/notice'
import { BankFileRefused, type NoticeOutcome, type NoticeOutcomeFile } from '../../bank-files/bank-file.ts'
import type { Tx } from '../../db/connection.ts'
import type { ReceivedFlow } from '../flows/feature.ts'

/** The bill of an outcome, and its notice if one is known. */
export type MatchedOutcome = {
  outcome: NoticeOutcome
  account_id: number
  bill: OutcomeBill
  notice: KnownNotice | null
}
export type OutcomeBill = {
  account_id: number
  bill_id: number
  number: string
  subject_id: number
  status: string
  amount: number
  instalments: number[]
  /** Tax code and VAT number of the holder. */
  codes: string[]
}
export type KnownNotice = {
  account_id: number
  notice_id: number
  bill_id: number
  creditor_number: string
  amount: number
  state: string
  /** The causali that the bank has told, and the day on which it was paid. */
  codes: string[]
  paid_on: string | null
}

/**
 * Finds the bill of each outcome: by the condominium's account and the creditor's number, which is that of a notice made
 * here or the bill's own without punctuation. Throws BankFileRefused, with the line, for the first outcome that does not
 * fit: unknown account or bill, another amount, another debtor.
 */
export async function matchOutcomes(
  tx: Tx,
  { customer_id, account_id: chosen }: ReceivedFlow,
  file: NoticeOutcomeFile,
): Promise<MatchedOutcome[]> {
  const accounts = await accountsOf(tx, customer_id, file.outcomes)
  const account_ids = [...new Set(accounts.values())]
  const numbers = [...new Set(file.outcomes.map(({ creditor_number }) => noticeNumberOf(creditor_number)))]
  const notices = await noticesOf(tx, customer_id, account_ids, numbers, file.format)
  const bills = await billsOf(
    tx,
    customer_id,
    account_ids,
    numbers,
    notices.map(({ bill_id }) => bill_id),
  )
  const seen = new Set<string>()
  return file.outcomes.map((outcome) => {
    const refuse = (why: string) =>
      new BankFileRefused(`Avviso ${outcome.creditor_number}: ${why}`, outcome.line)
    const account_id = accounts.get(ibanOf(outcome))
    if (account_id === undefined)
      throw refuse(`il conto ${maskIban(ibanOf(outcome))} non è di nessun condominio dello studio.`)
    if (chosen !== null && chosen !== account_id)
      throw refuse('è di un altro condominio, non di quello scelto per il file.')
    if (noticeOutcome(outcome.code) === null)
      throw refuse(`la causale ${outcome.code} non dice se è stato pagato. Scrivi all’assistenza.`)
    const number = noticeNumberOf(outcome.creditor_number)
    const key = `${account_id} ${number} ${outcome.code}`
    if (seen.has(key)) throw refuse('è due volte nel file con lo stesso esito.')
    seen.add(key)
    const notice =
      notices.find((each) => each.account_id === account_id && each.creditor_number === number) ?? null
    const bill = billOf(outcome, { account_id, number, notice }, bills, refuse)
    checkAmount(outcome, notice, bill, refuse)
    if (!notice) checkDebtor(outcome, bill, refuse)
    return { outcome, account_id, bill, notice }
  })
}

type Refuse = (why: string) => BankFileRefused

function billOf(
  { creditor_number }: NoticeOutcome,
  { account_id, number, notice }: { account_id: number; number: string; notice: KnownNotice | null },
  bills: readonly OutcomeBill[],
  refuse: Refuse,
): OutcomeBill {
  const found = notice
    ? bills.filter(({ bill_id }) => bill_id === notice.bill_id)
    : bills.filter((bill) => bill.account_id === account_id && noticeNumberOf(bill.number) === number)
  const live = found.filter(({ status }) => status !== 'cancelled')
  const [bill, other] = live.length > 0 ? live : found
  if (!bill) throw refuse(`nel condominio non c’è una bolletta con il numero ${creditor_number}.`)
  if (other)
    throw refuse(`nel condominio ci sono due bollette con questo numero: ${bill.number} e ${other.number}.`)
  if (bill.status === 'draft')
    throw refuse(`la bolletta ${bill.number} è ancora una bozza: emettila, poi carica di nuovo il file.`)
  return bill
}

/** A notice of ours has its amount. One of another program asks for the bill or for one of its instalments. */
function checkAmount(
  { amount }: NoticeOutcome,
  notice: KnownNotice | null,
  bill: OutcomeBill,
  refuse: Refuse,
): void {
  if (notice ? notice.amount === amount : [bill.amount, ...bill.instalments].includes(amount)) return
  const asked = notice
    ? `l’avviso era di ${formatEuro(notice.amount)}`
    : `la bolletta ${bill.number} è di ${formatEuro(bill.amount)}`
  throw refuse(`l’importo nel file è ${formatEuro(amount)}, ma ${asked}.`)
}

function checkDebtor({ debtor_fiscal_code: code }: NoticeOutcome, bill: OutcomeBill, refuse: Refuse): void {
  if (code === null || bill.codes.length === 0 || bill.codes.includes(code)) return
  throw refuse(`il codice fiscale ${code} non è quello dell’intestatario della bolletta ${bill.number}.`)
}

/** A paid notice is paid once, on one day. */
export function refuseContradiction({ outcome, notice }: MatchedOutcome): void {
  const told = notice?.paid_on ?? null
  if (told === null || noticeOutcome(outcome.code) !== 'paid') return
  if (told !== paidOn(outcome))
    throw new BankFileRefused(
      `Avviso ${outcome.creditor_number}: risultava già pagato il ${formatDate(told)}, e qui il ${formatDate(paidOn(outcome))}. Chiedi alla banca quale data è giusta.`,
      outcome.line,
    )
}

/** The day on which the debtor paid; if the bank does not say it, the value date. */
export function paidOn({ paid_on, value_on, line, creditor_number }: NoticeOutcome): string {
  const day = paid_on ?? value_on
  if (day === null)
    throw new BankFileRefused(
      `Avviso ${creditor_number}: risulta pagato, ma manca la data di pagamento.`,
      line,
    )
  return day
}

const ibanOf = ({ abi, cab, account }: NoticeOutcome) => makeItalianIban({ abi, cab, account })

async function accountsOf(tx: Tx, customer_id: number, outcomes: readonly NoticeOutcome[]) {
  const ibans = [...new Set(outcomes.map(ibanOf))]
  const rows = await tx<{ iban: string; account_id: number }[]>`
    select iban, account_id from accounts where customer_id = ${customer_id} and iban = any(${ibans})`
  return new Map(rows.map(({ iban, account_id }) => [iban, account_id]))
}

const noticesOf = (tx: Tx, customer_id: number, account_ids: number[], numbers: string[], kind: string) => tx<
  KnownNotice[]
>`
  select n.account_id, n.notice_id, n.bill_id, n.creditor_number, n.amount, n.state,
    coalesce(array_agg(o.code) filter (where o.code is not null), '{}') as codes,
    max(coalesce(o.paid_on, o.value_on)) filter (where o.payment_id is not null) as paid_on
  from notices n
  left join notice_outcomes o on o.customer_id = n.customer_id and o.notice_id = n.notice_id
  where n.customer_id = ${customer_id} and n.account_id = any(${account_ids}::bigint[]) and n.kind = ${kind}
    and n.creditor_number = any(${numbers})
  group by n.notice_id`

const billsOf = (
  tx: Tx,
  customer_id: number,
  account_ids: number[],
  numbers: string[],
  bill_ids: number[],
) => tx<OutcomeBill[]>`
  select b.account_id, b.bill_id, b.number, b.subject_id, b.status, b.amount,
    array(select i.amount from bill_instalments i where i.customer_id = b.customer_id and i.bill_id = b.bill_id) as instalments,
    array_remove(array[s.fiscal_code], null) as codes
  from bills b
  join subjects s on s.customer_id = b.customer_id and s.subject_id = b.subject_id
  where b.customer_id = ${customer_id} and b.account_id = any(${account_ids}::bigint[])
    and (upper(regexp_replace(b.number, '[^0-9A-Za-z]', '', 'g')) = any(${numbers}) or b.bill_id = any(${bill_ids}::bigint[]))
  order by b.bill_id`
