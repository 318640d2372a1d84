import { whole } from '../../random.ts'
import type { Bill, Import } from '../books.ts'
import { planned } from '../books.ts'
import { type Act, call, expecting, Mismatch, type Player, someCents } from '../player.ts'
import { cancel, issue } from '../posting/posting-bills.ts'
import { inEuro } from '../sharing.ts'

const header =
  'Condominio;Scala;Interno;Nominativo;Ruolo;Codice fiscale;Telefono;Saldo precedente, negativo se deve;Millesimi;Paga'

async function ran(player: Player): Promise<void> {
  const failed = await player.world.settle()
  if (failed.length > 0) throw new Mismatch(failed.join('; '))
}

/** Imports last year's balances from a spreadsheet: debts become bills due today, credits are owed to the payer. */
async function bring(player: Player): Promise<void> {
  const { books, random, world } = player
  const known = [
    ...new Map(books.bills.map((bill) => [`${bill.condominium} ${bill.subject}`, bill])).values(),
  ]
  const rows = known
    .filter((_bill, place) => place === 0 || whole(random, 2) === 0)
    .map(({ condominium, subject }) => {
      player.serial += 1
      const cents = someCents(random, 1, 60_000)
      return { condominium, subject, unit: player.serial, cents: whole(random, 2) === 0 ? cents : -cents }
    })
  const lines = rows.map(({ condominium, subject, unit, cents }) => {
    const who = books.ground.subjects.find(({ subject_id }) => subject_id === subject)?.nominative
    return `${books.accountOf(condominium).name};A;${unit};${who};Pr;;;${inEuro(cents)};10;`
  })
  const { import_id } = expecting(
    await world.upload({
      ...{ url: '/v1/accounts/import', token: books.ground.token, name: 'saldi.csv' },
      bytes: Buffer.from([header, ...lines].join('\r\n')),
    }),
    202,
    'a spreadsheet of balances',
  )
  await ran(player)
  const read = expecting(await call(player, 'GET', `/v1/accounts/import/${import_id}`), 200, 'the import')
  const debts = -rows.filter(({ cents }) => cents < 0).reduce((sum, { cents }) => sum + cents, 0)
  const credits = rows.filter(({ cents }) => cents > 0).reduce((sum, { cents }) => sum + cents, 0)
  const { counts } = read
  if (counts.opening_debts_amount !== debts || counts.opening_credits_amount !== credits)
    throw new Mismatch(
      `balances read: ${counts.opening_debts_amount} owed, ${counts.opening_credits_amount} in credit; the books say ${debts}, ${credits} (${JSON.stringify(read)})`,
    )
  const day = { opening_date: books.today }
  expecting(await call(player, 'POST', `/v1/accounts/import/${import_id}`, day), 202, 'writing balances')
  await ran(player)
  const brought: Import = {
    id: import_id,
    day: books.today,
    bills: [],
    credits: [],
    units: rows,
    undone: false,
  }
  for (const row of rows) {
    const { cents } = row
    if (cents < 0) brought.bills.push(await billOf(player, row))
    else {
      brought.credits.push(row)
      postCredit(player, row, cents)
    }
  }
  books.imports.push(brought)
}

/** Two people of one condominium. */
function pair({ books }: Player): { condominium: number; owner: number; tenant: number } | undefined {
  for (const { account_id } of books.ground.accounts) {
    const known = [
      ...new Set(
        books.bills.filter(({ condominium }) => condominium === account_id).map(({ subject }) => subject),
      ),
    ]
    const [owner, tenant] = known
    if (owner !== undefined && tenant !== undefined) return { condominium: account_id, owner, tenant }
  }
  return undefined
}

/** A unit where owner and tenant both pay. */
async function rent(player: Player): Promise<void> {
  const { books, world } = player
  const { condominium, owner, tenant } = pair(player) as NonNullable<ReturnType<typeof pair>>
  player.serial += 1
  const unit = player.serial
  const line = (subject: number, role: string) => {
    const who = books.ground.subjects.find(({ subject_id }) => subject_id === subject)?.nominative
    return `${books.accountOf(condominium).name};A;${unit};${who};${role};;;;10;sì`
  }
  const { import_id } = expecting(
    await world.upload({
      ...{ url: '/v1/accounts/import', token: books.ground.token, name: 'inquilini.csv' },
      bytes: Buffer.from([header, line(owner, 'Pr'), line(tenant, 'In')].join('\r\n')),
    }),
    202,
    'a spreadsheet of a tenant',
  )
  await ran(player)
  expecting(await call(player, 'POST', `/v1/accounts/import/${import_id}`), 202, 'writing a tenant')
  await ran(player)
  const read = expecting(await call(player, 'GET', `/v1/accounts/import/${import_id}`), 200, 'the import')
  if (read.state !== 'done') throw new Mismatch(`a tenant: ${read.state} ${JSON.stringify(read.counts)}`)
  const units = [{ condominium, subject: owner, tenant }]
  books.imports.push({ id: import_id, day: books.today, bills: [], credits: [], units, undone: false })
}

/** Debits opening and credits the payer, or the reverse. */
function postCredit({ books }: Player, of: { condominium: number; subject: number }, cents: number): void {
  const { condominium, subject } = of
  books.changeCredit(condominium, subject, cents)
  books.journal.write({
    ...{ day: books.today, what: 'saldo precedente', subject, condominium },
    lines: [
      { account: 'opening', cents },
      { account: 'subject_credit', cents: -cents },
    ],
  })
}

async function billOf(
  player: Player,
  of: { condominium: number; subject: number; unit: number; cents: number },
): Promise<Bill> {
  const { books } = player
  const { condominium, subject, unit, cents } = of
  const { items } = expecting(
    await call(player, 'GET', `/v1/bills?subject_id=${subject}&account_id=${condominium}&limit=200`),
    200,
    'the bills',
  )
  const made = items.find(
    (item: { bill_id: number; amount: number; unit: string | null }) =>
      !books.bills.some(({ id }) => id === item.bill_id) &&
      item.amount === -cents &&
      new RegExp(`\\b${unit}\\b`).test(item.unit ?? ''),
  )
  if (!made) throw new Mismatch(`a debt of ${-cents} of unit ${unit} was brought, and no bill asks for it`)
  const body = expecting(await call(player, 'GET', `/v1/bills/${made.bill_id}`), 200, 'the bill')
  const bill: Bill = {
    ...{ id: body.bill_id, number: body.number, condominium, subject, status: 'issued' },
    ...{ issued_on: books.today, description: body.description, notes: [], reissued: false, tried: false },
    claims: [],
    instalments: [
      {
        ...{ ids: [body.instalments[0].instalment_id], due: books.today, amount: -cents },
        ...{ settled: 0, pending: 0, returned: 0, refunded: 0 },
      },
    ],
  }
  books.bills.push(bill)
  issue(books, bill)
  return bill
}

const last = ({ books }: Player): Import | undefined => books.imports.findLast(({ undone }) => !undone)

/** Undoes the last import, while no other record depends on it. */
async function undo(player: Player): Promise<void> {
  const { books } = player
  const of = last(player) as Import
  const touched = of.bills.some(
    (bill) => bill.tried || bill.plan || bill.reissued || bill.notes.length > 0 || bill.claims.length > 0,
  )
  const held = of.bills.some(({ instalments }) =>
    instalments.some(({ settled, pending }) => settled + pending > 0),
  )
  const given = new Map<string, number>()
  for (const { condominium, subject, cents } of of.credits)
    given.set(`${condominium} ${subject}`, (given.get(`${condominium} ${subject}`) ?? 0) + cents)
  const spent = of.credits.some(
    ({ condominium, subject }) =>
      books.creditOf(condominium, subject) < (given.get(`${condominium} ${subject}`) ?? 0),
  )
  const answer = await call(player, 'POST', `/v1/accounts/import/${of.id}/undo`)
  if (held || spent) return void expecting(answer, 409, 'undoing an import on which something was built')
  // Payment attempts or plans may also be a reason to refuse.
  if (touched && answer.status === 409) return
  expecting(answer, 202, 'undoing an import')
  await ran(player)
  const { state } = expecting(await call(player, 'GET', `/v1/accounts/import/${of.id}`), 200, 'the import')
  if (touched && state === 'done') return
  if (state !== 'undone') throw new Mismatch(`undoing an import: ${state}`)
  of.undone = true
  for (const bill of of.bills) {
    if (bill.status !== 'cancelled') cancel(books, bill)
    books.bills.splice(books.bills.indexOf(bill), 1)
  }
  for (const each of of.credits) postCredit(player, each, -each.cents)
}

export const importActs: Act[] = [
  { name: 'tenant moves in', weight: 2, fits: (player) => pair(player) !== undefined, run: rent },
  {
    name: 'balances brought',
    weight: 5,
    fits: ({ books }) => books.bills.some((bill) => !planned(bill)),
    run: bring,
  },
  {
    name: 'balances taken back',
    weight: 6,
    // A later undo would change past days.
    fits: (player) => last(player)?.day === player.books.today,
    run: undo,
  },
]
