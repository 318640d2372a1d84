import { makeItalianIban } from '@saldo/domain/iban'
import { rfOfBill } from '@saldo/domain/sepa/creditor-reference'
import { buildApp } from '../server/app.ts'
import type { Sql } from '../server/db/connection.ts'
import { loginsOf } from '../server/db/logins.ts'
import { readFlowJob } from '../server/features/flows/read-flow.job.ts'
import { fillBills } from './fill-bills.ts'
import { envOf, time, watchMemory } from './measure.ts'
import { fillBooks } from './report-of-a-year.ts'
import { signIn } from './sign-in.ts'

export const transfers = 10_000
/** A customer of its own, with a hundred condominiums; a person has four bills in one of them. */
const customer_id = 9003
const accounts = 100
const people_per_account = 2_500
const bills_per_account = 4 * people_per_account
export const openBills = accounts * bills_per_account
/** Condominiums with a statement in the file. */
const statements = 20
const perStatement = transfers / statements
/** Of each 20 transfers, 18 name their bill (by its number, or by its RF reference), one only the payer, one nothing. */
const certain = (transfers / 20) * 18

const iban = (account: number) =>
  makeItalianIban({ abi: '03069', cab: '99941', account: String(1 + account) })
const billOf = (statement: number, transfer: number) => statement * bills_per_account + transfer * 20
const amountOf = (bill: number) => 5_000 + ((bill * 7919) % 65_536)
const numberOf = (bill: number) => `2026/${String(bill).padStart(7, '0')}`

/**
 * Makes the bills. Triggers are off, so the values they would compute are written here. Another customer has past
 * collections: the tables of money are not empty, and the planner knows it, as in an office that works.
 */
export async function fillOpenBills(owner: Sql): Promise<void> {
  await fillBills(owner, 40_000)
  await fillBooks(owner)
  const tables = ['bills', 'bill_instalments', 'bill_lines']
  const triggers = (what: 'enable' | 'disable') =>
    tables.map((table) => `alter table ${table} ${what} trigger user`).join('; ')
  await owner.unsafe(`
    select set_config('saldo.bulk', 'yes', true);
    insert into customers (customer_id, business_name, state) values (${customer_id}, 'Studio del Milione', '1');
    insert into subjects (subject_id, customer_id, nominative, email)
    select 90000000 + n, ${customer_id}, 'Rossi Lucia ' || n, 'p' || n || '@example.it'
    from generate_series(0, ${accounts * people_per_account - 1}) n`)
  await owner`insert into accounts ${owner(
    Array.from({ length: accounts }, (_, n) => ({
      ...{ account_id: 900_000 + n, customer_id, name: `Condominio ${n}`, city: 'Firenze', iban: iban(n) },
    })),
  )}`
  await owner.unsafe(`
    ${triggers('disable')};
    with made as (
      insert into bills (bill_id, customer_id, account_id, subject_id, number, description, unit, issue_date, amount,
        next_due_date, phase)
      select 90000000 + n, ${customer_id}, 900000 + n / ${bills_per_account}, 90000000 + n / 4,
        '2026/' || lpad(n::text, 7, '0'), 'Rata ' || 1 + n % 4 || ' di 4', 'Int. ' || n / 4 % ${people_per_account},
        date '2026-01-01' + n % 4 * 7, 5000 + (n::bigint * 7919) % 65536, date '2026-02-01' + n % 4 * 60, 'open'
      from generate_series(0, ${openBills - 1}) n
      returning customer_id, bill_id, next_due_date, amount
    ), due as (
      insert into bill_instalments (customer_id, bill_id, position, due_date, amount)
      select customer_id, bill_id, 1, next_due_date, amount from made
    )
    insert into bill_lines (customer_id, bill_id, position, description, amount)
    select customer_id, bill_id, 1, 'Spese generali', amount from made;
    ${triggers('enable')}`)
  for (const table of ['subjects', 'accounts', 'bills', 'bill_instalments'])
    await owner.unsafe(`vacuum analyze ${table}`)
}

/**
 * Loads one file with 10,000 transfers as a browser does, has the job read, match and settle them, and settles as many
 * other bills of the same condominiums by plain SQL. Returns the milliseconds of both, of reading the file alone, and by
 * how many bytes this process grew at most.
 */
export async function matchTimes(
  owner: Sql,
  url: string,
  home: string,
): Promise<{ upload: number; match: number; bare: number; grown: number; again: number }> {
  const headers = await signIn(owner, customer_id)
  const app = await buildApp(envOf(url, home), await loginsOf(url), { worker: false })
  try {
    const { services } = app
    const send = async (content: string) => {
      const reply = await app.inject({
        ...{ method: 'PUT', url: '/v1/flows/upload', payload: form(content) },
        headers: { ...headers, 'content-type': `multipart/form-data; boundary=${boundary}` },
      })
      if (reply.statusCode !== 202) throw new Error(`${reply.statusCode} ${reply.body}`)
      return (reply.json() as { flow_id: number }).flow_id
    }
    const watched = watchMemory()
    let flow_id = 0
    const upload = await time(async () => {
      flow_id = await send(statementFile('A'))
    })
    const match = await time(() => readFlowJob(services, { flow_id }))
    const grown = watched.stop()
    const [done] = await owner`
      select count(*) filter (where m.state = 'matched')::int as matched,
        count(*) filter (where m.state = 'matched' and x.bill_id is null)::int as wrong
      from bank_movements m
      left join movement_matches t on t.movement_id = m.movement_id
      left join payments p on p.payment_id = t.payment_id
      left join bills x on x.bill_id = p.bill_id and x.bill_id = 90000000 + split_part(m.bank_reference, '-', 2)::int
      where m.flow_id = ${flow_id}`
    if (done?.matched !== certain || done?.wrong !== 0)
      throw new Error(`${done?.matched} of ${certain} transfers were matched, ${done?.wrong} of them wrongly`)
    const bare = await time(() => settleBarely(owner, flow_id))
    const again_id = await send(statementFile('B'))
    const again = await time(() => readFlowJob(services, { flow_id: again_id }))
    return { upload, match, bare, grown, again }
  } finally {
    await app.close()
  }
}

const boundary = 'saldo-bench'
const form = (content: string) =>
  `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="estratto.xml"\r\n` +
  `content-type: application/xml\r\n\r\n${content}\r\n--${boundary}--\r\n`

/** A camt.053 of all condominiums with a statement. `message`: another file with the same movements has another. */
function statementFile(message: string): string {
  const euro = (cents: number) => (cents / 100).toFixed(2)
  const balance = (kind: string, cents: number, day: string) =>
    `<Bal><Tp><CdOrPrtry><Cd>${kind}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${euro(cents)}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>${day}</Dt></Dt></Bal>`
  const lines = [
    `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><GrpHdr><MsgId>${message}</MsgId><CreDtTm>2026-06-30T06:10:00</CreDtTm></GrpHdr>`,
  ]
  for (let statement = 0; statement < statements; statement += 1) {
    let sum = 0
    const entries: string[] = []
    for (let transfer = 0; transfer < perStatement; transfer += 1) {
      const bill = billOf(statement, transfer)
      const amount = amountOf(bill)
      sum += amount
      const words = wordsOf(bill, transfer)
      entries.push(
        `<Ntry><Amt Ccy="EUR">${euro(amount)}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-06-${10 + (transfer % 20)}</Dt></BookgDt><ValDt><Dt>2026-06-${10 + (transfer % 20)}</Dt></ValDt><AcctSvcrRef>MAG-${bill}</AcctSvcrRef><BkTxCd><Prtry><Cd>48</Cd><Issr>CBI</Issr></Prtry></BkTxCd><NtryDtls><TxDtls><Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs><RltdPties><Dbtr><Nm>${words.name}</Nm></Dbtr><DbtrAcct><Id><IBAN>${iban(1_000_000 + bill)}</IBAN></Id></DbtrAcct></RltdPties><RmtInf><Ustrd>${words.text}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`,
      )
    }
    lines.push(
      `<Stmt><Id>${message}-${statement}</Id><CreDtTm>2026-06-30T06:10:00</CreDtTm><Acct><Id><IBAN>${iban(statement)}</IBAN></Id><Ccy>EUR</Ccy></Acct>${balance('OPBD', 100_000, '2026-06-09')}${balance('CLBD', 100_000 + sum, '2026-06-30')}`,
      ...entries,
      '</Stmt>',
    )
  }
  lines.push('</BkToCstmrStmt></Document>')
  return lines.join('\n')
}

function wordsOf(bill: number, transfer: number): { name: string; text: string } {
  const name = `Rossi Lucia ${Math.floor(bill / 4)}`
  if (transfer % 20 === 18) return { name, text: 'spese condominiali giugno' }
  if (transfer % 20 === 19) return { name: 'Bianchi e figli', text: 'saldo' }
  return {
    name,
    text: transfer % 3 === 0 ? rfOfBill(numberOf(bill)) : `Saldo bolletta n. ${numberOf(bill)} interno 4`,
  }
}

/** Finds and settles as many other bills by plain SQL: the minimum cost, with every index and trigger. */
const settleBarely = (owner: Sql, flow_id: number) =>
  owner.unsafe(`
    begin;
    create temporary table again on commit drop as
      select m.movement_id as was, b.bill_id, b.customer_id, b.account_id, b.subject_id, b.amount, m.booked_on,
        nextval(pg_get_serial_sequence('payments', 'payment_id')) as payment_id
      from bank_movements m
      join bills b on b.customer_id = m.customer_id and bill_reference_key(b.number) = bill_reference_key(
        '2026/' || lpad((split_part(m.bank_reference, '-', 2)::int + 8)::text, 7, '0'))
      where m.flow_id = ${flow_id} and m.state = 'matched';
    insert into bank_movements (customer_id, account_id, statement_id, flow_id, identity, booked_on, value_on, amount,
        bank_reference, text, bank_code, party_name, party_iban, state)
      select m.customer_id, m.account_id, m.statement_id, m.flow_id, 'again:' || m.movement_id, m.booked_on, m.value_on,
        a.amount, m.bank_reference, m.text, m.bank_code, m.party_name, m.party_iban, 'to_explain'
      from again a join bank_movements m on m.movement_id = a.was;
    select from bills where bill_id in (select bill_id from again) order by bill_id for update;
    update bill_instalments i set settled = i.settled + a.amount from again a
      where i.customer_id = a.customer_id and i.bill_id = a.bill_id;
    insert into payments (payment_id, customer_id, account_id, bill_id, subject_id, method, amount, reference, state, settled_at)
      select payment_id, customer_id, account_id, bill_id, subject_id, 'BANK_TRANSFER', amount, 'Bonifico', 'succeeded',
        booked_on + interval '11 hours' from again;
    with allocated as (
      insert into payment_allocations (customer_id, payment_id, version, rule, actor)
      select customer_id, payment_id, 1, 'named', 'bench' from again returning allocation_id, payment_id
    )
    insert into allocation_parts (allocation_id, instalment_id, customer_id, bill_id, amount)
      select l.allocation_id, i.instalment_id, a.customer_id, a.bill_id, a.amount
      from allocated l join again a on a.payment_id = l.payment_id
      join bill_instalments i on i.customer_id = a.customer_id and i.bill_id = a.bill_id;
    insert into payment_bills (payment_id, bill_id, customer_id) select payment_id, bill_id, customer_id from again
      on conflict do nothing;
    with posted as (
      insert into ledger_entries (customer_id, account_id, subject_id, bill_id, payment_id, kind, source, description, day)
      select customer_id, account_id, subject_id, bill_id, payment_id, 'collection', 'payment:' || payment_id, 'Incasso',
        booked_on from again returning entry_id, payment_id
    )
    insert into ledger_lines (customer_id, entry_id, ledger_account, amount, bill_id)
      select a.customer_id, p.entry_id, l.name, l.sign * a.amount, case l.name when 'receivables' then a.bill_id end
      from posted p join again a on a.payment_id = p.payment_id
      cross join (values ('bank', 1), ('receivables', -1)) l (name, sign);
    insert into payment_events (customer_id, bill_id, payment_id, kind, text, actor)
      select customer_id, bill_id, payment_id, 'succeeded', 'Registrati', 'bench' from again;
    insert into bill_events (customer_id, bill_id, kind, text, actor)
      select customer_id, bill_id, 'paid', 'Pagati', 'bench' from again;
    insert into movement_matches (customer_id, account_id, movement_id, payment_id, amount, way, actor)
      select a.customer_id, a.account_id, m.movement_id, a.payment_id, a.amount, 'automatic', 'bench'
      from again a join bank_movements m on m.flow_id = ${flow_id} and m.identity = 'again:' || a.was;
    update bank_movements m set matched = m.amount, state = 'matched', reason = 'bench'
      where m.flow_id = ${flow_id} and m.identity like 'again:%';
    insert into movement_events (customer_id, account_id, movement_id, text, actor)
      select customer_id, account_id, movement_id, 'Abbinato', 'bench' from bank_movements
      where flow_id = ${flow_id} and identity like 'again:%';
    commit`)
