import * as contract from '@saldo/contract/bills/paper-letters'
import { conflict, notFound } from '../../../http/errors.ts'
import { asFile, serveAcross } from '../../../http/serve.ts'
import { billUrl } from '../../../links/bill-link.ts'
import { letterheadImages } from '../../documents/letterhead-images.ts'
import { type BillFacts, factsOfBills } from '../bill-facts.ts'
import { paperFactsOf } from './paper-facts.ts'
import { printedNoticesPdf } from './printed-notice-pdf.ts'

/** Drawn outside the transaction, so that drawing holds no connection. By condominium and name, as they are handed out. */
export const getPrintedNotices = serveAcross(contract.printedNotices, async ({ as, services, query }) => {
  const { bills, paperOf } = await as(async (tx) => ({
    bills: await factsOfBills(tx, query.ids),
    paperOf: await paperFactsOf(tx, query.ids),
  }))
  if (bills.length < query.ids.length) throw notFound('Una delle bollette')
  requireAsking(bills)
  const logos = new Map<number, Buffer | null>()
  for (const customer_id of new Set(bills.map((bill) => bill.customer_id)))
    logos.set(customer_id, (await letterheadImages(services, customer_id)).logo)
  const notices = bills.sort(byPlace).map((bill) => ({
    bill,
    paper: paperOf(bill.bill_id),
    logo: logos.get(bill.customer_id) ?? null,
    link: billUrl(services, bill.bill_id, bill.link_version),
  }))
  const [only, ...others] = bills
  const name = only && others.length === 0 ? `Avviso ${only.number}` : `${bills.length} avvisi di pagamento`
  return asFile(await printedNoticesPdf(notices), `${name}.pdf`, 'application/pdf')
})

const italian = new Intl.Collator('it')
const byPlace = (one: BillFacts, other: BillFacts): number =>
  italian.compare(one.account_name, other.account_name) ||
  italian.compare(one.subject_nominative, other.subject_nominative) ||
  one.bill_id - other.bill_id

/** 409 with the first numbers: a page that asks for nothing must not be handed out, nor be left out unseen. */
function requireAsking(bills: readonly BillFacts[]): void {
  const silent = bills.filter(({ payable }) => payable <= 0).map(({ number }) => number)
  if (silent.length === 0) return
  const named = silent.slice(0, 5).join(', ')
  const more = silent.length > 5 ? ` e altre ${silent.length - 5}` : ''
  throw conflict(
    'not_payable',
    silent.length === 1
      ? `La bolletta ${named} non chiede niente, oppure un suo pagamento è in corso: toglila dalla scelta.`
      : `Le bollette ${named}${more} non chiedono niente, oppure un loro pagamento è in corso: toglile dalla scelta.`,
  )
}
