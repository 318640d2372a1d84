import { createHash, randomUUID } from 'node:crypto'
import { today } from '@saldo/domain/dates'
import {
  type HandoverManifest,
  type HandoverRow,
  type HandoverTableName,
  handoverFormat,
  handoverTableNames,
  handoverTables,
  handoverVersion,
} from '@saldo/domain/handover/format'
import type { Row } from 'postgres'
import type { Tx } from '../../db/connection.ts'
import { recordAudit } from '../../db/record-audit.ts'
import { type ZipPart, zipStream } from '../../exports/write-zip.ts'
import { UnreadableFile } from '../../files/sealed-file.ts'
import { noteHandedOut } from '../../http/hand-out.ts'
import type { JobHandler } from '../../jobs/jobs.ts'
import type { Services } from '../../services.ts'
import { letterheadImages } from '../documents/letterhead-images.ts'
import { notifyFullUsers } from '../messages/notify-users.ts'
import {
  billIdsOf,
  billParts,
  mandateProofs,
  receiptFiles,
  receiptIdsOf,
  type StoredPart,
  storedPart,
  withFiles,
  withScans,
} from './document-parts.ts'
import { readMe } from './read-me.ts'
import { seesEverything } from './require-everything.ts'
import { measuredPart, tablePart, type Written } from './table-part.ts'
import { rowsOf } from './tables-of-account.sql.ts'

type Asked = {
  handover_id: number
  customer_id: number
  account_id: number
  created_by: number | null
  impersonation_id: number | null
  actor: string
  with_pdfs: boolean
  from_day: string | null
  to_day: string | null
}

/**
 * Writes the ZIP of a condominium as a stream, as the person who asked for it, in one transaction that sees one moment: its
 * tables and PDFs agree with each other to the cent. A retry writes another file; the former one was never named.
 */
export const writeHandover: JobHandler<'write-handover'> = async (services, { handover_id }) => {
  const [asked] = await services.asSystem(
    (tx) => tx<Asked[]>`
      select handover_id, customer_id, account_id, created_by, impersonation_id, actor, with_pdfs, from_day, to_day from handovers
      where handover_id = ${handover_id} and state = 'writing'`,
  )
  if (!asked) return
  const { customer_id, created_by: user_id, impersonation_id } = asked
  const who = { customer_id, user_id, impersonation_id }
  const file_path = `handovers/${randomUUID()}`
  try {
    const made = await services.asCustomer(who, (tx) => writeZip(services, tx, asked, file_path), {
      one_moment: true,
    })
    await services.asCustomer(who, (tx) => finish(services, tx, asked, { ...made, file_path }))
  } catch (error) {
    await services.files.delete(file_path)
    if (!(error instanceof UnreadableFile) && !(error instanceof NotAllowed)) throw error
    const why =
      error instanceof NotAllowed
        ? 'Chi lo ha chiesto non vede più tutti i dati del condominio: chiedilo di nuovo.'
        : 'Un file conservato non si può aprire: è stato alterato, o la sua chiave non è più fra quelle di Saldo. Scrivi all’assistenza.'
    await failHandover(services, handover_id, why)
  }
}
class NotAllowed extends Error {}

/** `handed_out`: the stored files that are in it. */
type Made = { file_bytes: number; sha256: string; figures: Row; notes: string[]; handed_out: string[] }

async function writeZip(services: Services, tx: Tx, asked: Asked, file_path: string): Promise<Made> {
  if (!(await seesEverything(tx))) throw new NotAllowed()
  const told = await partsOf(services, tx, asked)
  const hash = createHash('sha256')
  let file_bytes = 0
  const measured = async function* () {
    for await (const piece of zipStream(told.parts())) {
      hash.update(piece)
      file_bytes += piece.length
      yield piece
    }
  }
  await services.files.putStream(file_path, measured())
  return {
    file_bytes,
    sha256: hash.digest('hex'),
    figures: told.figures(),
    notes: told.missing,
    handed_out: told.stored(),
  }
}

/** The parts of the ZIP in their order: tables, files, what it is (LEGGIMI), and last the manifest, which knows them all. */
async function partsOf(services: Services, tx: Tx, asked: Asked) {
  const { account_id, customer_id, from_day: from, to_day: to } = asked
  const written: Written = { files: [] }
  const missing: string[] = []
  const scans: StoredPart[] = []
  const documents: StoredPart[] = []
  const mandate_ids: number[] = []
  const totals = { bills: 0, amount: 0, settled: 0, residue: 0, overdue: 0, credits: 0 }
  const [about] = await tx<{ name: string; fiscal_code: string | null; office: string }[]>`
    select a.name, a.fiscal_code, c.business_name as office
    from accounts a join customers c on c.customer_id = a.customer_id where a.account_id = ${account_id}`
  if (!about) throw new NotAllowed()
  const bill_ids = asked.with_pdfs
    ? (await billIdsOf(tx, account_id, { from, to })).map((row) => row.bill_id)
    : []
  const payment_ids = asked.with_pdfs
    ? (await receiptIdsOf(tx, account_id, { from, to })).map((row) => row.payment_id)
    : []
  const head: Omit<HandoverManifest, 'files'> = {
    ...{ format: handoverFormat, version: handoverVersion },
    made_by: { product: 'Saldo', office: about.office, person: asked.actor },
    ...{ made_at: new Date().toISOString(), day: today() },
    condominium: { name: about.name, fiscal_code: about.fiscal_code },
    pdfs: asked.with_pdfs ? { from, to } : null,
    totals,
  }

  const seeing: Partial<Record<HandoverTableName, (row: HandoverRow) => void>> = {
    bills: (row) => {
      if (row.status !== 'issued') return
      totals.bills += 1
      for (const sum of ['amount', 'settled', 'residue', 'overdue'] as const) totals[sum] += Number(row[sum])
    },
    credits: (row) => {
      totals.credits += Number(row.amount)
    },
    mandates: (row) => {
      mandate_ids.push(Number(row.mandate_id))
    },
  }
  const shaped: Partial<Record<HandoverTableName, (row: Row) => Promise<HandoverRow>>> = {
    mandates: withScans(services, scans, missing),
    documents: withFiles(services, documents, missing),
  }
  async function* rows(name: HandoverTableName): AsyncGenerator<HandoverRow> {
    const shape = shaped[name]
    for await (const batch of rowsOf[name](tx, { customer_id, account_id }).cursor(500))
      for (const row of batch) yield shape ? await shape(row) : (row as HandoverRow)
  }

  async function* parts(): AsyncGenerator<ZipPart> {
    const step = progressOf(services, asked.handover_id)
    const images = await letterheadImages(services, customer_id)
    await step(0, handoverTableNames.length + bill_ids.length + payment_ids.length)
    for (const name of handoverTableNames) {
      yield tablePart(written, handoverTables[name], rows(name), seeing[name])
      await step(1)
    }
    for (const part of scans) yield storedPart(services, written, part)
    yield* mandateProofs(tx, written, mandate_ids)
    for (const part of documents) yield storedPart(services, written, part)
    for await (const part of billParts(tx, written, bill_ids, images)) {
      yield part
      await step(1)
    }
    for await (const part of receiptFiles(tx, written, payment_ids, images)) {
      yield part
      await step(1)
    }
    yield measuredPart(written, 'leggimi.txt', [readMe(head, missing)])
    const manifest: HandoverManifest = { ...head, files: written.files }
    yield { name: 'manifest.json', pieces: [JSON.stringify(manifest, null, 1)] }
  }
  const rowsIn = (name: HandoverTableName) =>
    written.files.find((file) => file.name === handoverTables[name].file)?.rows ?? 0
  const figures = () => ({
    ...{ account_name: about.name, office: about.office, day: head.day, ...totals, known_people: 0 },
    ...{ units: rowsIn('units'), people: rowsIn('people'), payments: rowsIn('payments') },
    ...{ mandates: rowsIn('mandates'), documents: documents.length },
  })
  const stored = () => [...scans, ...documents].map((part) => part.file_path)
  return { parts, missing: missing as string[], figures, stored }
}

/** Tells how far the ZIP is, at most twice a second. */
function progressOf(services: Services, handover_id: number) {
  let done = 0
  let total: number | null = null
  let told = 0
  return async (steps: number, all?: number) => {
    done += steps
    if (all !== undefined) total = all
    if (all === undefined && performance.now() - told < 500) return
    told = performance.now()
    await services.asSystem(
      (tx) => tx`update handovers set done = ${done}, total = ${total} where handover_id = ${handover_id}`,
    )
  }
}

async function finish(
  services: Services,
  tx: Tx,
  { handover_id, customer_id, account_id, actor }: Asked,
  { file_path, file_bytes, sha256, figures, notes, handed_out }: Made & { file_path: string },
): Promise<void> {
  const [row] = await tx`
    update handovers set state = 'done', finished_at = now(), done = coalesce(total, done), file_path = ${file_path},
      file_bytes = ${file_bytes}, sha256 = ${sha256}, figures = ${tx.json(figures as never)},
      notes = ${tx.json(notes.map((what) => `Manca ${what}.`))}
    where handover_id = ${handover_id} and state = 'writing' returning handover_id`
  if (!row) throw new Error('the handover was given up meanwhile')
  for (const path of handed_out) await noteHandedOut(tx, path, 'handover')
  await recordAudit(tx, {
    ...{
      customer_id,
      account_id,
      noun: 'handovers',
      record_id: handover_id,
      label: String(figures.account_name),
    },
    act: 'created',
  })
  await notifyFullUsers(services, tx, customer_id, {
    kind: 'handover',
    title: 'Passaggio di consegne pronto',
    body: `${actor} ha preparato lo ZIP di ${figures.account_name} per l’amministratore che subentra. Contiene gli IBAN interi: se non te lo aspettavi, chiedi subito.`,
    link: `/condomini/${account_id}`,
    dedupe_key: `handover:${handover_id}`,
  })
}

/** Ends a handover that could not be written or read, with a sentence. */
export const failHandover = (services: Services, handover_id: number, why: string) =>
  services.asSystem(
    (tx) => tx`
      update handovers set state = 'failed', refusal = ${why}, finished_at = now()
      where handover_id = ${handover_id} and state in ('writing', 'reading', 'taking')`,
  )
