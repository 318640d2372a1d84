import type { Sql } from '../server/db/connection.ts'
import { type Entry, readBook } from './book.ts'
import type { Provider } from './processes/provider.ts'

/** A payment attempt in our own tables. Money in cents. */
type Attempt = {
  attempt_id: number
  bill_id: number
  state: string
  amount: number
  provider_account: string
  provider_object: string | null
  refunded: number
}

const open = ['recorded', 'created', 'requires_action', 'processing', 'unknown']

/**
 * Reads the provider's book, our ledger and our bills independently, and compares them: one sentence for each
 * violation. `quiet`: nothing may be pending any more.
 */
export async function examine(
  owner: Sql,
  provider: Provider,
  of: { quiet: boolean } = { quiet: true },
): Promise<string[]> {
  const book = await readBook(provider)
  const attempts = await owner<Attempt[]>`
    select t.attempt_id, t.bill_id, t.state, p.amount, t.provider_account, t.provider_object, p.refunded
    from payment_attempts t join payments p on p.payment_id = t.payment_id`
  return [
    ...(await chargedBeyondDue(owner, book)),
    ...differences(book, attempts),
    ...(await sentences(owner, ledgerQuestions)),
    ...(await sentences(owner, reversalQuestions)),
    ...(await sentences(owner, refundQuestions)),
    ...(await sentences(owner, receiptQuestions)),
    ...(await sentences(owner, billQuestions)),
    ...(await sentences(owner, mailQuestions)),
    ...(of.quiet ? await sentences(owner, quietQuestions) : []),
  ]
}

/**
 * The money charged and kept for an instalment must never exceed its amount, even if several people paid it several
 * times.
 */
async function chargedBeyondDue(owner: Sql, book: Entry[]): Promise<string[]> {
  const takes = book
    .filter(({ charged }) => charged > 0)
    .map((entry) => ({ ...entry, left: entry.charged - entry.refunded - entry.taken_back }))
  const rows = await owner`
    with takes as (
      select * from json_to_recordset(${owner.json(takes as never)}::json) as t (attempt_id bigint, bill_id bigint, charged bigint, "left" bigint)
    ), of_bills as (select bill_id, sum("left") as taken from takes group by 1)
    select 'bill ' || b.bill_id || ': ' || o.taken || ' cents taken, ' || b.amount || ' due' as wrong
    from of_bills o join bills b using (bill_id) where o.taken > b.amount
    union all
    select 'instalment ' || i.instalment_id || ': ' || sum(h.amount) || ' cents taken, ' || i.amount || ' due'
    from takes t join attempt_instalments h using (attempt_id) join bill_instalments i using (instalment_id)
    where t.left = t.charged
    group by i.instalment_id, i.amount having sum(h.amount) > i.amount`
  return rows.map(({ wrong }) => wrong)
}

/** The provider's succeeded set is ours, in both directions, to the cent. */
function differences(book: Entry[], attempts: Attempt[]): string[] {
  const ours = new Map(
    attempts.flatMap((attempt) =>
      attempt.provider_object ? [[`${attempt.provider_account} ${attempt.provider_object}`, attempt]] : [],
    ),
  )
  const theirs = new Map(book.map((entry) => [`${entry.account} ${entry.intent}`, entry]))
  const wrong: string[] = []
  for (const [name, entry] of theirs) {
    const attempt = ours.get(name)
    if (entry.charged > 0 && !attempt)
      wrong.push(`${name} was charged ${entry.charged} and we know nothing of it`)
    else if (attempt) wrong.push(...compare(name, entry, attempt))
  }
  for (const [name, attempt] of ours)
    if (!theirs.has(name) && attempt.state === 'succeeded')
      wrong.push(`${name} succeeded here and is not at the provider`)
  for (const { attempt_id, state, provider_object } of attempts)
    if (!provider_object && ['succeeded', 'disputed', 'returned', 'refunded'].includes(state))
      wrong.push(`attempt ${attempt_id} is ${state} without anything at the provider`)
  return wrong
}

function compare(name: string, entry: Entry, attempt: Attempt): string[] {
  const says = `attempt ${attempt.attempt_id} is ${attempt.state}`
  if (entry.charged === 0)
    return ['succeeded', 'disputed', 'returned', 'refunded'].includes(attempt.state)
      ? [`${name} took nothing, ${says}`]
      : []
  const wrong: string[] = []
  if (entry.charged !== attempt.amount) wrong.push(`${name} took ${entry.charged}, we say ${attempt.amount}`)
  if (entry.refunded + entry.taken_back > entry.charged)
    wrong.push(`${name} took ${entry.charged} and lost ${entry.refunded + entry.taken_back}`)
  if (entry.refunded !== attempt.refunded)
    wrong.push(`${name} gave back ${entry.refunded}, we say ${attempt.refunded}`)
  if (!open.includes(attempt.state) && !statesOf(entry).includes(attempt.state))
    wrong.push(`${name} took ${entry.charged} (dispute: ${entry.dispute}), ${says}`)
  return wrong
}

/** The states that our attempt may have for a charge. A lost dispute is a return; an open one is not decided yet. */
function statesOf(entry: Entry): string[] {
  if (entry.refunded === entry.charged) return ['refunded', 'succeeded']
  if (entry.taken_back === 0) return ['succeeded']
  return entry.dispute === 'lost' ? ['returned'] : ['disputed', 'returned']
}

async function sentences(owner: Sql, questions: string[]): Promise<string[]> {
  const found: string[] = []
  for (const question of questions) found.push(...(await owner.unsafe(question)).map(({ wrong }) => wrong))
  return found
}

const ledgerQuestions = [
  `select 'ledger entry ' || e.entry_id || ' sums to ' || coalesce(sum(l.amount), 0) as wrong
   from ledger_entries e left join ledger_lines l using (entry_id)
   group by e.entry_id having coalesce(sum(l.amount), 0) <> 0 or count(l.line_id) < 2`,
  `select 'the ledger sums to ' || sum(amount) as wrong from ledger_lines having sum(amount) <> 0`,
  `select 'posted ' || count(*) || ' times: ' || kind || ' of ' || source as wrong
   from ledger_entries group by kind, source having count(*) > 1`,
  `select 'payment ' || p.payment_id || ' is ' || p.state || ' and was collected ' || count(e.entry_id) || ' times' as wrong
   from payments p left join ledger_entries e on e.payment_id = p.payment_id and e.kind = 'collection'
   where p.provider_account is not null
   group by p.payment_id, p.state
   having count(e.entry_id) <> case when p.settled_at is null then 0 else 1 end`,
]

/** A reversed registration leaves nothing: no cents in the ledger, nothing settled, no credit. */
const reversalQuestions = [
  `select 'payment ' || p.payment_id || ' is reversed and still settles ' || coalesce(sum(s.amount), 0) || ', credit ' || a.credit as wrong
   from payments p join payment_allocations a on a.payment_id = p.payment_id and a.current
   left join allocation_parts s on s.allocation_id = a.allocation_id
   where p.state = 'reversed' group by p.payment_id, a.credit having coalesce(sum(s.amount), 0) + a.credit <> 0`,
  `select 'payment ' || p.payment_id || ' is reversed, its ' || l.ledger_account || ' is ' || sum(l.amount) as wrong
   from payments p join ledger_entries e on e.payment_id = p.payment_id join ledger_lines l on l.entry_id = e.entry_id
   where p.state = 'reversed' group by p.payment_id, l.ledger_account having sum(l.amount) <> 0`,
  `select 'payment ' || p.payment_id || ' is ' || p.state || ', its reversal says otherwise' as wrong
   from payments p left join collection_reversals v using (payment_id)
   where (p.state = 'reversed') <> (v.payment_id is not null)`,
]

const refundQuestions = [
  `select 'payment ' || payment_id || ': ' || refunded + refunding || ' given back of ' || amount as wrong
   from payments where refunded + refunding > amount`,
  `select 'payment ' || p.payment_id || ': given back ' || p.refunded || ', its refunds say ' || coalesce(sum(r.amount), 0) as wrong
   from payments p left join refunds r on r.payment_id = p.payment_id and r.state in ('pending', 'requires_action', 'succeeded')
   group by p.payment_id, p.refunded having p.refunded <> coalesce(sum(r.amount), 0)`,
  `select 'refunds ' || string_agg(refund_id::text, ', ') || ' come from one form' as wrong
   from refunds where idempotency_key is not null group by payment_id, idempotency_key having count(*) > 1`,
]

/** Every payment that settled has one receipt, and receipts are numbered without gap by condominium and year. */
const receiptQuestions = [
  `select 'payment ' || p.payment_id || ' has ' || count(r.payment_id) || ' numbered receipts' as wrong
   from payments p left join receipts r using (payment_id)
   group by p.payment_id, p.settled_at having count(r.payment_id) <> case when p.settled_at is null then 0 else 1 end`,
  `select 'receipts of condominium ' || account_id || ' in ' || year || ': ' || count(*) || ', the last is ' || max(number) as wrong
   from receipts group by account_id, year having count(*) <> max(ordinal)`,
]

const billQuestions = [
  `select 'bill ' || b.bill_id || ': ' || b.residue || ' still due, the ledger says ' || coalesce(sum(l.amount), 0) as wrong
   from bills b left join ledger_lines l on l.bill_id = b.bill_id and l.ledger_account = 'receivables'
   group by b.bill_id, b.residue having b.residue <> coalesce(sum(l.amount), 0)`,
  `select 'bill ' || b.bill_id || ' does not say what its instalments say' as wrong
   from bills b join bill_instalments i using (bill_id)
   group by b.bill_id, b.settled, b.pending, b.amount
   having b.settled <> sum(i.settled) or b.pending <> sum(i.pending) or b.amount <> sum(i.amount)`,
  `select 'instalment ' || i.instalment_id || ': settled ' || i.settled || ' and pending ' || i.pending || ' of ' || i.amount as wrong
   from bill_instalments i where i.settled + i.pending > i.amount`,
  `select 'instalment ' || i.instalment_id || ': settled ' || i.settled || ', allocations say ' || coalesce(sum(h.amount), 0) as wrong
   from bill_instalments i
   left join (allocation_parts h join payment_allocations a on a.allocation_id = h.allocation_id and a.current)
     on h.instalment_id = i.instalment_id
   group by i.instalment_id, i.settled having i.settled <> coalesce(sum(h.amount), 0)`,
  `select 'payment ' || payment_id || ' has ' || count(*) || ' allocations in force' as wrong
   from payment_allocations where current group by payment_id having count(*) > 1`,
  `select 'instalment ' || i.instalment_id || ': pending ' || i.pending || ', open attempts hold ' || coalesce(sum(h.amount), 0) as wrong
   from bill_instalments i left join attempt_instalments h on h.instalment_id = i.instalment_id and h.open
   group by i.instalment_id, i.pending having i.pending <> coalesce(sum(h.amount), 0)`,
  `select 'instalment ' || instalment_id || ' is held by ' || count(*) || ' open attempts' as wrong
   from attempt_instalments where open group by instalment_id having count(*) > 1`,
  `select 'payments ' || string_agg(payment_id::text, ', ') || ' come from one form' as wrong
   from payments where idempotency_key is not null group by bill_id, idempotency_key having count(*) > 1`,
  `select provider_object || ' belongs to ' || count(*) || ' attempts' as wrong
   from payment_attempts where provider_object is not null group by provider_account, provider_object having count(*) > 1`,
]

/** Each event sends exactly one mail. */
const mailQuestions = [
  `select 'mail ' || dedupe_key || ' was written ' || count(*) || ' times' as wrong
   from emails group by dedupe_key having count(*) > 1`,
  `select 'payment ' || p.payment_id || ' has ' || count(m.email_id) || ' receipts' as wrong
   from payments p left join emails m on m.dedupe_key = 'receipt:' || p.payment_id
   where p.receipt_email is not null and p.provider_account is not null
   group by p.payment_id, p.settled_at having count(m.email_id) <> case when p.settled_at is null then 0 else 1 end`,
  `select 'event ' || event_id || ' was kept ' || count(*) || ' times' as wrong
   from provider_events group by provider_account, event_id having count(*) > 1`,
  `select 'payment ' || payment_id || ' was told ' || count(*) || ' times that it succeeded' as wrong
   from payment_events where kind = 'succeeded' group by payment_id having count(*) > 1`,
]

const quietQuestions = [
  `select 'attempt ' || attempt_id || ' is still ' || state as wrong from payment_attempts
   where state in (${open.map((state) => `'${state}'`).join(', ')})`,
  `select 'refund ' || refund_id || ' is still ' || state as wrong from refunds where state in ('recorded', 'unknown')`,
  // These servers have no mail server: a mail is done when its job has kept it as not sent.
  `select 'mail ' || email_id || ' was left waiting' as wrong from emails where sent_at is null and kept_at is null and refused_at is null`,
  `select 'event ' || event_id || ' was not applied' as wrong from provider_events where applied_at is null`,
]
