import * as contract from '@saldo/contract/registry/handovers'
import { today } from '@saldo/domain/dates'
import { recordAudit } from '../../db/record-audit.ts'
import { conflict, notFound } from '../../http/errors.ts'
import { handOut } from '../../http/hand-out.ts'
import { asFile, serve, serveAcross } from '../../http/serve.ts'
import { writeAsReader } from '../../http/write-as-reader.ts'
import { actorName } from '../../timeline/actor-name.ts'
import { billIdsOf, receiptIdsOf } from './document-parts.ts'
import { handoverView, selectHandovers } from './handover-view.ts'
import { requireEverything } from './require-everything.ts'

/** How many PDFs a ZIP holds: a page takes some hundredths of a second, and a ZIP with more could not be loaded again. */
export const mostPdfs = 5_000

/** Begins to write the ZIP of a condominium; a job goes on, and whoever left the page finds it again. */
export const makeHandover = serve(contract.makeHandover, async ({ services, tx, actor, body }) => {
  requireEverything(actor)
  const { account_id, with_pdfs, from_day = null, to_day = null } = body
  const [account] = await tx<{ customer_id: number; name: string }[]>`
    select customer_id, name from accounts where account_id = ${account_id}`
  if (!account) throw notFound('Il condominio')
  const { customer_id, name } = account
  if (with_pdfs) {
    const days = { from: from_day, to: to_day }
    const { length: bills } = await billIdsOf(tx, account_id, days)
    const { length: receipts } = await receiptIdsOf(tx, account_id, days)
    if (bills + receipts > mostPdfs)
      throw conflict(
        'too_many',
        `In questo periodo ci sono ${bills + receipts} fra bollette e ricevute: nello ZIP ne entrano ${mostPdfs}. Scegli un periodo più breve per i PDF; i dati ci sono comunque tutti.`,
      )
  }
  const [row] = await tx<{ handover_id: number }[]>`
    insert into handovers ${tx({
      ...{ customer_id, account_id, direction: 'out', state: 'writing', with_pdfs },
      ...(with_pdfs ? { from_day, to_day } : {}),
      file_name: `Passaggio di consegne ${name.replace(/[^\p{L}\p{N} .,'-]/gu, ' ').slice(0, 80)} ${today()}.zip`,
      ...{ created_by: actor.user_id, actor: await actorName(tx) },
    })}
    on conflict (customer_id, account_id) where state = 'writing' do nothing returning handover_id`
  if (!row)
    throw conflict('being_written', 'Lo ZIP di questo condominio si sta già preparando: aspetta che finisca.')
  await services.queue.enqueue(tx, 'write-handover', row)
  return handoverView(tx, row.handover_id)
})

export const listHandovers = serve(contract.listHandovers, async ({ tx, query, actor }) => {
  const { account_id, direction, limit } = query
  return selectHandovers(
    tx,
    tx`h.customer_id = ${actor.customer_id}
      ${account_id ? tx`and h.account_id = ${account_id}` : tx``}
      ${direction ? tx`and h.direction = ${direction}` : tx``} and h.state <> 'discarded'`,
    limit,
  )
})

export const getHandover = serve(contract.getHandover, ({ tx, params }) => handoverView(tx, params.id))

/** The ZIP, as an attachment. Each download is told in the audit log: it holds the data of everybody. */
export const downloadHandover = serveAcross(
  contract.downloadHandover,
  async ({ services, as, actor, request, params }) => {
    const stored = await as(async (tx) => {
      const [row] = await tx<
        {
          customer_id: number
          account_id: number
          file_name: string
          file_path: string | null
          state: string
          account_name: string | null
        }[]
      >`
      select customer_id, account_id, file_name, file_path, state, figures->>'account_name' as account_name from handovers
      where handover_id = ${params.id} and direction = 'out'`
      if (!row) throw notFound('Il passaggio di consegne')
      requireEverything(actor)
      const { customer_id, account_id, file_path } = row
      if (row.state !== 'done' || file_path === null)
        throw conflict(
          row.state === 'expired' ? 'expired' : 'not_finished',
          row.state === 'expired'
            ? 'Lo ZIP è stato eliminato dopo 30 giorni: preparalo di nuovo.'
            : 'Lo ZIP non è pronto.',
        )
      const stored = { ...row, ...(await handOut({ services, tx, request }, file_path)) }
      await writeAsReader(services, tx, (writer) =>
        recordAudit(writer, {
          ...{ customer_id, account_id, noun: 'handovers', record_id: params.id, label: row.account_name },
          act: 'sent',
        }),
      )
      return stored
    })
    return asFile(stored.content, stored.file_name, 'application/zip', false, stored.bytes)
  },
)
