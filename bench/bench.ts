import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, type Sql } from '../server/db/connection.ts'
import { migrate } from '../server/db/migrate.ts'
import { startDatabaseServer } from '../server/testing/database-server.ts'
import { chooserRatio, customers, fillCustomers } from './choose-customer.ts'
import { fillBills, firstCustomer } from './fill-bills.ts'
import { fillSearch } from './fill-search.ts'
import { importedRows, importTimes } from './import-registry.ts'
import { bills as issuedBills, issueTimes } from './issue-budget.ts'
import { balanceTimes, movements } from './list-balances.ts'
import { type matchTimes, openBills, transfers } from './match-transfers.ts'
import { late, middle, print } from './measure.ts'
import { rateOf, read } from './rate.ts'
import { fillBooks, reportTimes } from './report-of-a-year.ts'
import { searchTimes } from './search-times.ts'
import { signIn } from './sign-in.ts'
import { debitTimes, presentedDebits } from './write-debits.ts'

/**
 * npm run bench [-- 1000000 [1500000]]: figures as ratios within one run, measured in turns so that a busy machine
 * slows both sides equally. Measures: a page of bills with sign-in and row-level security against a bare server with
 * the same SQL, and against fewer bills; the choice among 50,000 customers; the memory of an export; a search among
 * records of all kinds (the second number) against a look-up by key; writing 10,000 debits for the bank against a bare
 * writer; a report of a year; the list of balances; loading, matching and settling 10,000 transfers among a million open bills against bare
 * SQL that settles as many; importing a registry of 100,000 rows, and apportioning and issuing a year's bills, each
 * against copying the same rows. If a number is 0, its part is skipped.
 */
const rows = Number(process.argv[2] ?? 200_000)
const searched = Number(process.argv[3] ?? 200_000)
const searchedFewer = 100_000
const fewer = 66_000
const turns = 15
const turnSeconds = 1
/** The heap of the process that matches, in MB. */
const matchHeap = 256

const database = await startDatabaseServer()
const children: ChildProcess[] = []
try {
  await migrate(database.url)
  await debitFigures()
  if (searched > 0) await searchFigures()
  if (rows > 0) await importFigures()
  if (rows > 0) await issueFigures()
  if (rows > 0) await transferFigures()
  if (rows > 0) await pageFigures()
} finally {
  for (const child of children) child.disconnect()
  await database.stop()
}

async function pageFigures(): Promise<void> {
  console.log(`${fewer} and ${rows} bills …`)
  const smallUrl = await fillBoth(database.url)
  const owner = connect(database.url, { max: 1 })
  const large = await pages(owner)
  const headers = await signIn(owner, firstCustomer)
  await owner.end()
  const smallOwner = connect(smallUrl, { max: 1 })
  const small = await pages(smallOwner)
  const smallHeaders = await signIn(smallOwner, firstCustomer)
  await smallOwner.end()

  const app = await start('app-server.ts', database.url)
  const smallApp = await start('app-server.ts', smallUrl)
  const bare = await start('bare-server.ts', database.url, String(firstCustomer))
  const rates: { app: number; small: number; bare: number }[] = []
  for (let turn = 0; turn <= turns; turn += 1) {
    const measured = {
      bare: await rateOf(large.map(bareUrl(bare.port)), {}, turnSeconds),
      app: await rateOf(large.map(appUrl(app.port)), headers, turnSeconds),
      small: await rateOf(small.map(appUrl(smallApp.port)), smallHeaders, turnSeconds),
    }
    if (turn > 0) rates.push(measured) // the first turn warms up
  }
  print(
    'page of 50, signed in, row-level security / bare node:http',
    middle(rates.map((r) => r.app / r.bare)),
    '≥ 0.6',
  )
  print(
    `the same page among ${rows} bills / among ${fewer}`,
    middle(rates.map((r) => r.app / r.small)),
    '≥ 0.85',
  )
  const perSecond = (['app', 'bare', 'small'] as const).map((name) =>
    middle(rates.map((r) => r[name])).toFixed(0),
  )
  console.log(`        (${perSecond.join(', ')} pages a second)`)

  const chooser = connect(database.url, { max: 1 })
  await fillCustomers(chooser)
  print(
    `a search among ${customers} customers / one customer by its key`,
    await chooserRatio(chooser, app.port, turns),
    '≥ 0.3',
  )
  await chooser.end()

  for (const format of ['csv', 'xlsx']) {
    const short = await exportPeak(app, headers, `format=${format}&issue_date_to=2024-02-15`)
    const long = await exportPeak(app, headers, `format=${format}`)
    print(
      `memory of the server, ${long.mb} MB of ${format} / ${short.mb} MB`,
      long.peak / short.peak,
      '≤ 1.5',
    )
  }
  await reportFigures(app.port, headers)
}

/** The report of a year, and the list of balances, in the database of the pages, whose first customer gets books. Runs last there. */
async function reportFigures(port: number, headers: Record<string, string>): Promise<void> {
  const owner = connect(database.url, { max: 1 })
  await fillBooks(owner)
  const { report, time, bare } = await reportTimes(owner, port, headers)
  const { unsummed, summed } = await balanceTimes(owner, database.url, port)
  await owner.end()
  print(`report of a year among ${rows} bills / bare SQL over bills and postings`, report / bare, '≤ 1')
  print('its time to pay / the same SQL', time / bare, '≤ 2')
  console.log(`        (${report.toFixed(0)} ms, ${time.toFixed(0)} ms, ${bare.toFixed(0)} ms)`)
  print(
    `the list of balances, ${movements} movements summed / all of them to add`,
    summed / unsummed,
    '≤ 0.2',
  )
  console.log(`        (${summed.toFixed(0)} ms, ${unsummed.toFixed(0)} ms)`)
}

/** Imports a whole portfolio from one sheet, in its own database. Runs early, while this process uses little memory. */
async function importFigures(): Promise<void> {
  const copier = connect(database.url.replace(/[^/]+$/, 'postgres'), { max: 1 })
  await copier`create database bench_import template saldo`
  await copier.end()
  const url = database.url.replace(/[^/]+$/, 'bench_import')
  const owner = connect(url, { max: 1 })
  const home = await mkdtemp(join(tmpdir(), 'saldo-bench-'))
  const { read, write, copy, grown } = await importTimes(owner, url, home)
  await owner.end()
  await rm(home, { recursive: true, force: true })
  print(`writing an import of ${importedRows} rows / copying the same rows`, write / copy, '≤ 2')
  print('memory that reading and writing it took, in units of 300 MB', grown / (300 * 1024 * 1024), '≤ 1')
  console.log(
    `        (read ${read.toFixed(0)} ms, written ${write.toFixed(0)} ms, copied ${copy.toFixed(0)} ms)`,
  )
}

/** Reads and matches the transfers of many condominiums among a million open bills, in its own database. */
async function transferFigures(): Promise<void> {
  console.log(`${openBills} open bills …`)
  const copier = connect(database.url.replace(/[^/]+$/, 'postgres'), { max: 1 })
  await copier`create database bench_transfers template saldo`
  await copier.end()
  const url = database.url.replace(/[^/]+$/, 'bench_transfers')
  const home = await mkdtemp(join(tmpdir(), 'saldo-bench-'))
  // Without a limit Node lets the heap grow before it collects, and the figure says nothing.
  const child = fork(new URL('./match-process.ts', import.meta.url), [url, home], {
    ...{ stdio: ['ignore', 'inherit', 'inherit', 'ipc'], execArgv: [`--max-old-space-size=${matchHeap}`] },
  })
  const [times] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => {
      throw new Error(`the matching ended with ${code}: did ${matchHeap} MB not suffice?`)
    }),
  ])) as [Awaited<ReturnType<typeof matchTimes>>]
  const { upload, match, bare, again, grown } = times
  await rm(home, { recursive: true, force: true })
  print(`matching and settling ${transfers} transfers / settling as many by bare SQL`, match / bare, '≤ 20')
  print('the same file again, nothing new / the first time', again / match, '≤ 0.2')
  print(
    `memory that loading, reading and matching took, with a heap of ${matchHeap} MB, in units of 300 MB`,
    grown / (300 * 1024 * 1024),
    '≤ 1',
  )
  console.log(
    `        (loaded ${upload.toFixed(0)} ms, matched ${match.toFixed(0)} ms, bare ${bare.toFixed(0)} ms, again ${again.toFixed(0)} ms)`,
  )
}

/** Writes a large collection as pain.008. Needs no database; runs first, while this process uses little memory. */
async function debitFigures(): Promise<void> {
  const { times, grown } = await debitTimes(turns)
  print(
    `writing ${presentedDebits} debits as pain.008, all checked / a bare writer`,
    middle(times.map(({ write, bare }) => write / bare)),
    '≤ 14',
  )
  print('memory that writing them took, in units of 30 MB', grown / (30 * 1024 * 1024), '≤ 1')
  const [write, bare] = (['write', 'bare'] as const).map((name) => middle(times.map((each) => each[name])))
  console.log(`        (${write?.toFixed(0)} ms, ${bare?.toFixed(0)} ms)`)
}

/** Issues a year's bills of a very large building, in its own database. */
async function issueFigures(): Promise<void> {
  const copier = connect(database.url.replace(/[^/]+$/, 'postgres'), { max: 1 })
  await copier`create database bench_issue template saldo`
  await copier.end()
  const url = database.url.replace(/[^/]+$/, 'bench_issue')
  const owner = connect(url, { max: 1 })
  const { issue, copy, apportion } = await issueTimes(owner, url)
  await owner.end()
  print(`apportioning and issuing ${issuedBills} bills / copying the same rows`, issue / copy, '≤ 2')
  console.log(
    `        (${issue.toFixed(0)} ms, ${copy.toFixed(0)} ms; apportioning alone ${apportion.toFixed(0)} ms)`,
  )
}

/** Searches in two databases, one with few records and one with many. */
async function searchFigures(): Promise<void> {
  const [few, many] = [
    await searchable('bench_searched_few', searchedFewer),
    await searchable('bench_searched', searched),
  ]
  const asked = [
    ['one customer', firstCustomer],
    ['everybody’s', null],
  ] as const
  for (const [whose, customer_id] of asked) {
    const figuresOf = async (url: string) => {
      const { lookup, byKind } = await searchTimes(url, customer_id)
      return { lookup: middle(lookup), byKind, p95: late([...byKind.values()].flat()) }
    }
    const fewer = await figuresOf(few)
    const all = await figuresOf(many)
    print(`search of ${searched} records, ${whose}: p95 / look-up by key`, all.p95 / all.lookup, '≤ 15')
    print(`the same among ${searched} / among ${searchedFewer}`, all.p95 / fewer.p95, '≤ 2.5')
    for (const [kind, times] of all.byKind)
      print(`  ${kind}: p95 / look-up`, late(times) / all.lookup, '≤ 30')
    console.log(`        (look-up ${all.lookup.toFixed(3)} ms, p95 ${all.p95.toFixed(2)} ms)`)
  }
}

/** A migrated database with so many records to search, with the product's planner settings. */
async function searchable(name: string, records: number): Promise<string> {
  console.log(`${records} records to search …`)
  const copier = connect(database.url.replace(/[^/]+$/, 'postgres'), { max: 1 })
  await copier`create database ${copier(name)} template saldo`
  await copier.end()
  const url = database.url.replace(/[^/]+$/, name)
  const owner = connect(url, { max: 1 })
  await fillSearch(owner, records)
  await owner.end()
  return url
}

/** Two databases in one cluster: the given one with all rows, and a copy with fewer. */
async function fillBoth(url: string): Promise<string> {
  const owner = connect(url, { max: 1 })
  await fillBills(owner, fewer)
  await owner.end()
  const copier = connect(url.replace(/[^/]+$/, 'postgres'), { max: 1 })
  await copier`create database bench_small template saldo`
  await copier.end()
  const again = connect(url, { max: 1 })
  await fillBills(again, rows)
  await again.end()
  const smallUrl = url.replace(/[^/]+$/, 'bench_small')
  const small = connect(smallUrl, { max: 1 })
  await fillBills(small, fewer) // to update its statistics
  await small.end()
  return smallUrl
}

function appUrl(port: number) {
  return ({ day, id }: Place) => {
    const cursor = Buffer.from(JSON.stringify(['-issue_date', day, id])).toString('base64url')
    return `http://127.0.0.1:${port}/v1/bills?limit=50&cursor=${cursor}`
  }
}

function bareUrl(port: number) {
  return ({ day, id }: Place) => `http://127.0.0.1:${port}/?day=${day}&id=${id}`
}

type Place = { day: string; id: number }

/** Cursors of a hundred pages, spread over the list. */
async function pages(owner: Sql): Promise<Place[]> {
  return owner<Place[]>`
    select day, id from (
      select issue_date as day, bill_id as id, ntile(101) over (order by issue_date, bill_id) as part
      from bills where customer_id = ${firstCustomer}
    ) places
    where part > 1 and id in (select max(id) from (
      select bill_id as id, ntile(101) over (order by issue_date, bill_id) as part from bills
      where customer_id = ${firstCustomer}) l group by part)`
}

async function start(file: string, ...args: string[]): Promise<{ pid: number; port: number }> {
  const child = fork(new URL(file, import.meta.url), args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  children.push(child)
  const [port] = await once(child, 'message')
  return { pid: child.pid as number, port }
}

/** The server's peak memory during the export, in MB; read from /proc, so only on Linux. */
async function exportPeak(
  app: { pid: number; port: number },
  headers: Record<string, string>,
  query: string,
) {
  let peak = 0
  const watching = setInterval(() => {
    const resident = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${app.pid}/status`, 'utf8'))?.[1]
    peak = Math.max(peak, Number(resident) / 1024)
  }, 20)
  const bytes = await read(`http://127.0.0.1:${app.port}/v1/bills/export?${query}`, headers)
  clearInterval(watching)
  return { peak, mb: (bytes / 1e6).toFixed(1) }
}
