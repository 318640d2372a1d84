import * as contract from '@saldo/contract/payments/transfers'
import type { FoundProposal } from '@saldo/domain/transfers/known-facts'
import { matchMovement } from '@saldo/domain/transfers/match-movement'
import { isOpenMovement, movementCan } from '@saldo/domain/transfers/movement'
import { seemsTakenBack } from '@saldo/domain/transfers/taken-back'
import type { Tx } from '../../db/connection.ts'
import { notFound } from '../../http/errors.ts'
import { serve } from '../../http/serve.ts'
import { factsAround } from './facts-around.ts'
import { notPosted, unsure } from './match-movements.ts'
import { type Movement, readMovement } from './movement.ts'
import { movementsList, shownMovement } from './movements-list.ts'

export const getTransfer = serve(contract.getTransfer, ({ tx, params }) => movementDetail(tx, params.id))

/** A movement as its page shows it; 404 if it is not visible. */
export async function movementDetail(tx: Tx, movement_id: number): Promise<contract.MovementDetail> {
  const [row] = await tx`
    select ${movementsList.select(tx)} from ${movementsList.from(tx)} where m.movement_id = ${movement_id}`
  if (!row) throw notFound('Il movimento')
  const movement = await readMovement(tx, movement_id)
  const why = (act: 'match' | 'exclude' | 'include' | 'undo') =>
    movementCan.why(act, { phase: movement.state })
  return {
    ...shownMovement(row),
    matches: await matchesOf(tx, movement),
    ...(await paymentsOf(tx, movement)),
    live_proposals: await shownProposals(tx, await liveProposals(tx, movement)),
    events: await tx<{ text: string; actor: string; at: string }[]>`
      select text, actor, at from movement_events where movement_id = ${movement_id} order by event_id desc limit 100`,
    why_not: {
      ...{ match: movement.amount < 0 ? whyOut : why('match'), exclude: why('exclude'), undo: why('undo') },
      include: movement.amount < 0 && !seemsTakenBack(movement) ? whyOut : why('include'),
    },
  }
}

const whyOut = 'È un’uscita del conto: non è un incasso.'

/** What could be matched now, ranked: computed again, because bills may have been paid since the statement was read. */
export async function liveProposals(tx: Tx, movement: Movement): Promise<FoundProposal[]> {
  if (!isOpenMovement(movement.state) || movement.amount < 0 || movement.matched > 0) return []
  const facts = await factsAround(tx, movement, [movement])
  const decision = matchMovement(movement, facts.of(movement))
  const open = decision.kind === 'certain' ? notPosted(decision, '') : decision
  const found = movement.maybe_known ? unsure(open) : open
  return found.kind === 'proposals' ? found.proposals : []
}

async function shownProposals(tx: Tx, proposals: readonly FoundProposal[]): Promise<contract.Proposal[]> {
  if (proposals.length === 0) return []
  const bills = await tx<{ bill_id: number; number: string; residue: number; due_date: string | null }[]>`
    select bill_id, number, residue, next_due_date as due_date from bills
    where bill_id = any(${proposals.flatMap((each) => each.bills.map(({ bill_id }) => bill_id))}::bigint[])`
  const people = await tx<{ subject_id: number; nominative: string }[]>`
    select subject_id, nominative from subjects
    where subject_id = any(${proposals.map(({ subject_id }) => subject_id)}::bigint[])`
  return proposals.map(({ bills: shares, ...proposal }, at) => ({
    ...proposal,
    rank: at + 1,
    subject_nominative: people.find(({ subject_id }) => subject_id === proposal.subject_id)?.nominative ?? '',
    bills: shares.map(({ bill_id, amount }) => {
      const bill = bills.find((each) => each.bill_id === bill_id)
      return {
        ...{ bill_id, amount, bill_number: bill?.number ?? '' },
        ...{ residue: bill?.residue ?? 0, due_date: bill?.due_date ?? null },
      }
    }),
  }))
}

const matchesOf = (tx: Tx, { movement_id }: Movement) => tx<contract.Match[]>`
  select t.match_id, t.payment_id, p.subject_id, s.nominative as subject_nominative, t.amount, t.way, t.reasons, t.actor,
    t.at, t.undone_at, t.undone_by, t.undone_reason, coalesce(l.credit, 0) as credit,
    coalesce((
      select json_agg(json_build_object('bill_id', x.bill_id, 'bill_number', b.number, 'amount', x.amount) order by x.bill_id)
      from (select o.bill_id, sum(o.amount)::bigint as amount from allocation_parts o
        where o.customer_id = l.customer_id and o.allocation_id = l.allocation_id group by o.bill_id) x
      join bills b on b.bill_id = x.bill_id), '[]') as bills
  from movement_matches t
  join payments p on p.customer_id = t.customer_id and p.payment_id = t.payment_id
  join subjects s on s.customer_id = p.customer_id and s.subject_id = p.subject_id
  left join payment_allocations l on l.customer_id = t.customer_id and l.payment_id = t.payment_id and l.current
  where t.movement_id = ${movement_id}
  order by t.match_id desc`

/** The payments of a recognised movement, which another section settled or took back. */
async function paymentsOf(tx: Tx, { customer_id, movement_id }: Movement) {
  const rows = await tx<(contract.MovementDetail['payments'][number] & { count: number })[]>`
    select p.payment_id, p.bill_id, b.number as bill_number, s.nominative as subject_nominative, p.amount,
      count(*) over ()::int as count
    from movement_payments m
    join payments p on p.customer_id = m.customer_id and p.payment_id = m.payment_id
    join bills b on b.customer_id = p.customer_id and b.bill_id = p.bill_id
    join subjects s on s.customer_id = p.customer_id and s.subject_id = p.subject_id
    where m.customer_id = ${customer_id} and m.movement_id = ${movement_id}
    order by p.payment_id limit 100`
  return { payments: rows.map(({ count: _count, ...row }) => row), payment_count: rows[0]?.count ?? 0 }
}
