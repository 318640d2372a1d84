import { formatDateTime } from '@saldo/domain/dates'
import type { HandoverRow } from '@saldo/domain/handover/format'
import { documentFormats, documentTypeName } from '@saldo/domain/registry/document'
import type { Row } from 'postgres'
import type { Tx } from '../../db/connection.ts'
import type { ZipPart } from '../../exports/write-zip.ts'
import type { Services } from '../../services.ts'
import { factsOfBills } from '../bills/bill-facts.ts'
import { billPdf } from '../bills/pdf/bill-pdf.ts'
import { paperFactsOf } from '../bills/pdf/paper-facts.ts'
import type { LetterheadImages } from '../documents/letterhead-images.ts'
import { receiptFacts } from '../payments/receipt/receipt-facts.ts'
import { receiptParts } from '../payments/receipt/receipt-parts.ts'
import { receiptPdf } from '../payments/receipt/receipt-pdf.ts'
import { measuredPart, type Written } from './table-part.ts'

/** A stored file that goes into the ZIP as it is. */
export type StoredPart = { name: string; file_path: string }
const extensionOf = (mime: unknown): string => documentFormats[String(mime)]?.[0] ?? 'bin'

/** Rows of mandates, with the name of the scan in the ZIP. One with a virus, or not there any more, is told in `missing`. */
export function withScans(services: Services, parts: StoredPart[], missing: string[]) {
  return async (row: Row): Promise<HandoverRow> => {
    const { scan_path, scan_mime, scan_infected, ...mandate } = row
    if (scan_path === null) return { ...mandate, scan_file: null }
    if (scan_infected || !(await services.files.exists(scan_path))) {
      const why = scan_infected ? ' (contiene un virus)' : ''
      missing.push(`la scansione del mandato ${mandate.umr ?? mandate.mandate_id}${why}`)
      return { ...mandate, scan_file: null }
    }
    const name = `mandati/${mandate.mandate_id}-scansione.${extensionOf(scan_mime)}`
    parts.push({ name, file_path: scan_path })
    return { ...mandate, scan_file: name }
  }
}

/** Rows of documents, the same way. One that the virus scan has not passed does not leave. */
export function withFiles(services: Services, parts: StoredPart[], missing: string[]) {
  return async (row: Row): Promise<HandoverRow> => {
    const { file_path, mime, scan, ...document } = row
    const told = { ...document, type: documentTypeName('account', String(row.type)) }
    const why =
      scan === 'waiting'
        ? ' (il controllo antivirus non è finito)'
        : scan === 'infected'
          ? ' (contiene un virus)'
          : ''
    if (why !== '' || !(await services.files.exists(file_path))) {
      missing.push(`il documento «${document.file_name}»${why}`)
      return { ...told, file: null }
    }
    const name = `documenti/${document.document_id}.${extensionOf(mime)}`
    parts.push({ name, file_path })
    return { ...told, file: name }
  }
}

export const storedPart = (services: Services, written: Written, { name, file_path }: StoredPart): ZipPart =>
  measuredPart(written, name, contentOf(services, file_path))

async function* contentOf(services: Services, file_path: string): AsyncGenerator<Buffer> {
  const { content } = await services.files.read(file_path)
  for await (const piece of content) yield piece as Buffer
}

/** What proves a mandate: the accepted text, when, from where and with what, and its history. */
export async function* mandateProofs(
  tx: Tx,
  written: Written,
  mandate_ids: number[],
): AsyncGenerator<ZipPart> {
  for (let at = 0; at < mandate_ids.length; at += 100) {
    const some = await tx`
      select m.mandate_id, m.umr, m.text, m.accepted_at, m.accepted_from, m.accepted_with,
        (select json_agg(json_build_object('at', e.at, 'text', e.text, 'actor', e.actor) order by e.event_id)
          from mandate_events e where e.customer_id = m.customer_id and e.mandate_id = m.mandate_id) as events
      from mandates m where m.mandate_id in ${tx(mandate_ids.slice(at, at + 100))} order by m.mandate_id`
    for (const mandate of some)
      yield measuredPart(written, `mandati/${mandate.mandate_id}-prova.txt`, [proofOf(mandate)])
  }
}

function proofOf(mandate: Row): string {
  const events = (mandate.events ?? []) as { at: string; text: string; actor: string }[]
  const lines = [
    `Mandato ${mandate.umr ?? mandate.mandate_id}`,
    '',
    'Testo accettato:',
    mandate.text as string,
    '',
    `Accettato il ${formatDateTime(instant(mandate.accepted_at))}`,
    `Da: ${mandate.accepted_from}`,
    `Con: ${mandate.accepted_with}`,
    '',
    'Storia:',
    ...events.map(({ at, text, actor }) => `${formatDateTime(instant(at))}, ${actor}: ${text}`),
  ]
  return `\uFEFF${lines.join('\r\n')}\r\n`
}
const instant = (at: unknown): string => new Date(String(at)).toISOString()

type Days = { from: string | null; to: string | null }

/** Issued and cancelled bills of these days: what there is a PDF of. */
export const billIdsOf = (tx: Tx, account_id: number, { from, to }: Days) => tx<{ bill_id: number }[]>`
  select bill_id from bills
  where account_id = ${account_id} and status = 'issued'
    and issue_date between coalesce(${from}::date, '-infinity') and coalesce(${to}::date, 'infinity')
  order by bill_id`

/** Payments of these days that have a receipt. */
export const receiptIdsOf = (tx: Tx, account_id: number, { from, to }: Days) => tx<{ payment_id: number }[]>`
  select p.payment_id from receipts r
  join payments p on p.customer_id = r.customer_id and p.payment_id = r.payment_id
  where r.account_id = ${account_id} and p.state in ('succeeded', 'partly_refunded', 'refunded')
    and r.day between coalesce(${from}::date, '-infinity') and coalesce(${to}::date, 'infinity')
  order by p.payment_id`

/** The bills as PDFs, made one after the other: only one is in memory. */
export async function* billParts(
  tx: Tx,
  written: Written,
  bill_ids: number[],
  { logo }: LetterheadImages,
): AsyncGenerator<ZipPart> {
  for (let at = 0; at < bill_ids.length; at += 50) {
    const some = bill_ids.slice(at, at + 50)
    const paperOf = await paperFactsOf(tx, some)
    for (const bill of await factsOfBills(tx, some)) {
      // Another office keeps this copy: it does not open the page of the bill.
      const pdf = await billPdf(bill, paperOf(bill.bill_id), { logo, link: null })
      yield measuredPart(written, `bollette/${plain(bill.number)}-${bill.bill_id}.pdf`, [pdf])
    }
  }
}

export async function* receiptFiles(
  tx: Tx,
  written: Written,
  payment_ids: number[],
  images: LetterheadImages,
): AsyncGenerator<ZipPart> {
  for (const payment_id of payment_ids) {
    const receipt = await receiptFacts(tx, payment_id)
    if (!receipt?.settled_at || receipt.receipt_number === null) continue
    const { settled_at, receipt_number } = receipt
    const parts = await receiptParts(tx, payment_id)
    const pdf = await receiptPdf({ ...receipt, ...parts, settled_at, receipt_number }, images)
    yield measuredPart(written, `ricevute/${plain(receipt_number)}-${payment_id}.pdf`, [pdf])
  }
}

/** A number as a name of a file: `2026/00012` → `2026-00012`. */
const plain = (number: string): string =>
  number
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 40) || 'n'
