import type { MovementDetail } from '@saldo/contract/payments/transfers'
import { runJobs } from '../../jobs/worker.ts'
import type { MonthMovement } from './month.ts'
import type { RunMonth } from './run-month.ts'

/** What the product made of a movement. `own`: it recognised the sum of its own debits or notices, or one that came back. */
export type Outcome = 'right' | 'false' | 'first' | 'proposed' | 'open' | 'left'

/** Of one kind of movement: how many there are, and how many have each outcome. */
export type Row = Record<Outcome, number> & {
  what: string
  group: MonthMovement['group'] | 'flow'
  movements: number
}

export type Figures = {
  rows: Row[]
  /** Each false match, told so that somebody can look for it. */
  falsehoods: string[]
  /** The same of everything else that was not matched by itself, though it pays a bill or names one. */
  asked: string[]
  /** Transfers that pay a bill, or that came twice for one: what automatic matching is measured by. */
  transfers: { movements: number; right: number; share: number }
  /** Everything that came in and pays bills: payments through the provider, sums of debits and notices, transfers. */
  everything: { movements: number; right: number; share: number }
  returns: { expected: number; handled: number }
  /** Cents without sign, and open differences, of the comparison of the three books. */
  unexplained: number
  open_items: number
  bills_paid: Record<string, number>
}

type Stored = {
  movement_id: number
  bank_reference: string
  account_id: number
  state: string
  reason: string | null
  amount: number
  way: string | null
  settled: { bill_id: number; amount: number }[]
  credit: number
  subject_ids: number[]
}

export async function figuresOf(run: RunMonth): Promise<Figures> {
  const { office, movements } = run
  const stored = await storedMovements(run)
  const rows = new Map<string, Row>()
  const falsehoods: string[] = []
  const asked: string[] = []
  for (const movement of movements) {
    const group = movement.kind === 'batch' || movement.kind === 'return' ? 'flow' : movement.group
    const row = rows.get(movement.what) ?? {
      ...{ what: movement.what, group, movements: 0 },
      ...{ right: 0, false: 0, first: 0, proposed: 0, open: 0, left: 0 },
    }
    rows.set(movement.what, row)
    row.movements += 1
    const found = stored.get(`${office.account_ids[movement.building]} ${movement.reference}`)
    if (!found) throw new Error(`the movement ${movement.reference} was not read`)
    const outcome = await outcomeOf(run, movement, found)
    row[outcome] += 1
    if (outcome === 'false') falsehoods.push(told(run, movement, found))
    else if (outcome !== 'right' && outcome !== 'left')
      asked.push(`${told(run, movement, found)} (${outcome})`)
  }
  const all = [...rows.values()]
  const transfers = sumOf(all.filter(({ group }) => group !== 'foreign' && group !== 'flow'))
  const sums = sumOf(all.filter(({ group, what }) => group === 'flow' && what.startsWith('sum')))
  const bills_paid = await billsPaid(run)
  const provider = (bills_paid.CARD ?? 0) + (bills_paid.KLARNA ?? 0) + (bills_paid.SEPA_DEBIT ?? 0)
  const returns = all.find(({ what }) => what === 'debit that came back')
  return {
    ...{ rows: all, falsehoods, asked, transfers, bills_paid },
    everything: share(
      provider + transfers.movements + sums.movements,
      provider + transfers.right + sums.right,
    ),
    returns: await returnsOf(run, (returns?.movements ?? 0) - (returns?.right ?? 0)),
    ...(await compareBooks(run)),
  }
}

/** A movement with what became of it and what it is in truth. */
function told({ office, month }: RunMonth, movement: MonthMovement, found: Stored): string {
  const { what, party_name, structured_reference, end_to_end_id, text, truth } = movement
  const words = [structured_reference, end_to_end_id, text].filter(Boolean).join(' ')
  const numberOf = (bill_id: number) => month.bills[office.bill_ids.indexOf(bill_id)]?.number
  const settled = found.settled.map(({ bill_id, amount }) => `${numberOf(bill_id)} ${amount}`)
  const meant = truth?.bills.map(({ bill, amount }) => `${month.bills[bill]?.number} ${amount}`) ?? []
  return `${what}: ${found.amount} from ${party_name}, “${words}” → ${found.state}: ${found.reason} Settled: [${settled.join('; ')}]; in truth [${meant.join('; ')}]`
}

const share = (movements: number, right: number) => ({
  movements,
  right,
  share: movements === 0 ? 1 : right / movements,
})
const sumOf = (rows: readonly Row[]) =>
  share(
    rows.reduce((sum, row) => sum + row.movements, 0),
    rows.reduce((sum, row) => sum + row.right, 0),
  )

/** Every movement that was read, with what its collections settled when they were made. */
async function storedMovements({ office }: RunMonth): Promise<Map<string, Stored>> {
  const rows = await office.test.services.asSystem(
    (tx) => tx<Stored[]>`
      select m.movement_id, m.bank_reference, m.account_id, m.state, m.reason, m.amount,
        max(t.way) as way, coalesce(sum(l.credit), 0)::bigint as credit,
        array_remove(array_agg(distinct p.subject_id), null) as subject_ids,
        coalesce((select json_agg(json_build_object('bill_id', o.bill_id, 'amount', o.amount) order by o.bill_id)
          from movement_matches t2
          join payment_allocations l2 on l2.payment_id = t2.payment_id and l2.version = 1
          join allocation_parts o on o.allocation_id = l2.allocation_id
          where t2.movement_id = m.movement_id and t2.undone_at is null), '[]') as settled
      from bank_movements m
      left join movement_matches t on t.movement_id = m.movement_id and t.undone_at is null
      left join payments p on p.payment_id = t.payment_id
      left join payment_allocations l on l.payment_id = t.payment_id and l.version = 1
      where m.customer_id = ${office.customer_id}
      group by m.movement_id`,
  )
  return new Map(rows.map((row) => [`${row.account_id} ${row.bank_reference}`, row]))
}

async function outcomeOf(run: RunMonth, movement: MonthMovement, found: Stored): Promise<Outcome> {
  const { kind, truth } = movement
  if (found.amount !== movement.amount) throw new Error(`${movement.reference}: ${found.amount} was read`)
  if (kind === 'batch') return found.state === 'flow' ? 'right' : found.way ? 'false' : 'open'
  if (kind === 'return') return found.state === 'reversal' ? 'right' : 'open'
  const automatic = found.way !== null || found.state === 'flow' || found.state === 'reversal'
  if (automatic) return isTrue(run, movement, found) ? 'right' : 'false'
  if (truth === null) return found.state === 'to_match' ? 'proposed' : 'left'
  if (found.state !== 'to_match') return 'open'
  const { live_proposals } = await run.office.send<MovementDetail>(
    'GET',
    `/v1/transfers/${found.movement_id}`,
  )
  const [first] = live_proposals
  return first && isSame(run, truth.bills, first.bills) && first.credit === truth.credit
    ? 'first'
    : 'proposed'
}

/** Exactly these bills with these amounts, and the rest as credit of their holder. */
function isTrue(run: RunMonth, { truth }: MonthMovement, found: Stored): boolean {
  if (truth === null) return false
  return (
    isSame(run, truth.bills, found.settled) &&
    found.credit === truth.credit &&
    found.subject_ids.join() === String(run.office.subject_ids[truth.resident])
  )
}

function isSame(
  { office }: RunMonth,
  wanted: readonly { bill: number; amount: number }[],
  got: readonly { bill_id: number; amount: number }[],
): boolean {
  const told = (shares: readonly { bill_id: number | undefined; amount: number }[]) =>
    shares
      .map(({ bill_id, amount }) => `${bill_id}:${amount}`)
      .sort()
      .join()
  return told(wanted.map(({ bill, amount }) => ({ bill_id: office.bill_ids[bill], amount }))) === told(got)
}

/** How many collections of each method arrived and stayed. */
async function billsPaid({ office }: RunMonth): Promise<Record<string, number>> {
  const rows = await office.test.services.asSystem(
    (tx) => tx<{ method: string; count: number }[]>`
      select case when t.provider_account = 'bank' then 'FILE_DEBIT' else p.method end as method, count(*)::int as count
      from payments p
      left join payment_attempts t on t.customer_id = p.customer_id and t.payment_id = p.payment_id and t.provider_account = 'bank'
      where p.customer_id = ${office.customer_id} and p.settled_at is not null and p.state = 'succeeded'
      group by 1 order by 1`,
  )
  return Object.fromEntries(rows.map(({ method, count }) => [method, count]))
}

/** Debits that came back, and those of them whose bill is open again and says so. */
async function returnsOf({ office, debits_back }: RunMonth, unread: number) {
  const [row] = await office.test.services.asSystem(
    (tx) => tx<{ handled: number }[]>`
      select count(*)::int as handled from payments p
      join bills b on b.customer_id = p.customer_id and b.bill_id = p.bill_id
      where p.customer_id = ${office.customer_id} and p.method = 'SEPA_DEBIT' and p.state in ('failed', 'returned')
        and b.residue > 0 and b.pending = 0`,
  )
  return { expected: debits_back.by_bank + debits_back.by_provider, handled: (row?.handled ?? 0) - unread }
}

/** Compares the three books of yesterday and today, as the page *Quadratura* does. */
async function compareBooks({ office }: RunMonth): Promise<{ unexplained: number; open_items: number }> {
  const { run_id } = await office.send<{ run_id: number }>('POST', '/v1/reconciliation/runs', {})
  await runJobs(office.test.services)
  const { state, failure } = await office.send<{ state: string; failure: string | null }>(
    'GET',
    `/v1/reconciliation/runs/${run_id}`,
  )
  if (state !== 'done') throw new Error(`the comparison of the books ended ${state}: ${failure}`)
  const { items: days } = await office.send<{ items: { unexplained: number; open_items: number }[] }>(
    'GET',
    '/v1/reconciliation/days?limit=200',
  )
  if (days.length === 0) throw new Error('the comparison of the books has no days')
  return {
    unexplained: days.reduce((sum, day) => sum + day.unexplained, 0),
    open_items: days.reduce((sum, day) => sum + day.open_items, 0),
  }
}
