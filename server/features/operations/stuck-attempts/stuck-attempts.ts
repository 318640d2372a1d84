import * as contract from '@saldo/contract/operations/stuck-attempts'
import { formatDateTime } from '@saldo/domain/dates'
import { attemptStateWords } from '@saldo/domain/operations/attempt-words'
import { isOpen } from '@saldo/domain/payments/payment'
import type { z } from 'zod'
import type { Tx } from '../../../db/connection.ts'
import { type Listing, summaryOf } from '../../../db/listing.ts'
import { exportReply, type ListColumn, providerAccountColumn } from '../../../exports/export-reply.ts'
import { conflict, notFound } from '../../../http/errors.ts'
import { serve, serveAcross, serveList } from '../../../http/serve.ts'
import { isStuck } from './stuck.ts'

type Filters = z.output<typeof contract.summariseStuckAttempts.query>

const columnsOf = (tx: Tx) => tx`
  t.attempt_id, t.payment_id, t.customer_id, c.business_name as customer_name, a.name as account_name, p.method, p.amount,
  t.state, t.provider_account, t.created_at, t.checks as polls, t.next_check_at as next_poll_at`
const tables = (tx: Tx) => tx`
  payment_attempts t
  join payments p on p.customer_id = t.customer_id and p.payment_id = t.payment_id
  join customers c on c.customer_id = p.customer_id
  join accounts a on a.customer_id = p.customer_id and a.account_id = p.account_id`

const stuckAttempts: Listing<Filters> = {
  select: columnsOf,
  from: (tx) => tx`${tables(tx)} and (${isStuck(tx)})`,
  id: (tx) => tx`t.attempt_id`,
  id_name: 'attempt_id',
  filters: {
    q: (tx, text) => tx`t.payment_id = ${paymentNumber(text)}::bigint`,
    ids: (tx, ids) => tx`t.attempt_id = any(${ids}::bigint[])`,
    method: (tx, methods) => tx`p.method in ${tx(methods)}`,
    created_at_from: (tx, day) => tx`t.created_at >= ${day}::date::timestamp at time zone 'Europe/Rome'`,
    created_at_to: (tx, day) => tx`t.created_at < (${day}::date + 1)::timestamp at time zone 'Europe/Rome'`,
  },
  sorts: {
    created_at: { sql: (tx) => tx`t.created_at`, type: 'timestamptz' },
    amount: { sql: (tx) => tx`p.amount`, type: 'bigint' },
  },
  default_sort: 'created_at',
}

const paymentNumber = (text: string) => /^(?:pg-)?(\d{1,15})$/i.exec(text.trim())?.[1] ?? null

const list = serveList(contract.listStuckAttempts, stuckAttempts)

const summarise = serve(contract.summariseStuckAttempts, async ({ tx, query }) => {
  const sums = await summaryOf(
    tx,
    stuckAttempts,
    query,
    (of) => of`count(*)::int as count, coalesce(sum(p.amount), 0)::bigint as amount`,
  )
  return sums as never
})

const columns: Record<string, ListColumn> = {
  payment_id: { header: 'Transazione', kind: 'text', value: (row) => `PG-${row.payment_id}` },
  customer_name: { header: 'Studio', kind: 'text' },
  account_name: { header: 'Condominio', kind: 'text' },
  method: { header: 'Metodo', kind: 'text' },
  amount: { header: 'Importo', kind: 'amount' },
  state: { header: 'Stato', kind: 'text', value: (row) => attemptStateWords(row.state) },
  provider_account: providerAccountColumn,
  created_at: { header: 'Dal', kind: 'text', value: (row) => formatDateTime(row.created_at) },
  polls: { header: 'Richieste al provider', kind: 'text', value: (row) => String(row.polls) },
  next_poll_at: {
    header: 'Prossima richiesta',
    kind: 'text',
    value: (row) => row.next_poll_at && formatDateTime(row.next_poll_at),
  },
}
const exportAll = serveAcross(contract.exportStuckAttempts, ({ as, services, query }) =>
  exportReply({ as, services, listing: stuckAttempts, query, columns, name: 'pagamenti-senza-esito' }),
)

/** Queues the question to the provider: its answer is applied as always, and nothing else decides. */
const poll = serve(contract.pollStuckAttempt, async ({ services, tx, params }) => {
  const [attempt] = await tx<contract.StuckAttempt[]>`
    select ${columnsOf(tx)} from ${tables(tx)} where t.attempt_id = ${params.id}`
  if (!attempt) throw notFound('Il tentativo')
  if (!isOpen(attempt.state)) throw conflict('answered', 'Questo pagamento ha già un esito.')
  if (attempt.provider_account === 'bank')
    throw conflict('bank', 'La banca risponde con un file: carica l’esito quando arriva.')
  await services.queue.enqueue(tx, 'settle-attempt', { attempt_id: params.id })
  return attempt
})

export const stuckAttemptRoutes = [list, summarise, exportAll, poll]
