import { parseArgs } from 'node:util'
import { today } from '@saldo/domain/dates'
import { migrate } from '../server/db/migrate.ts'
import { startApp } from '../server/testing/app.ts'
import { startDatabaseServer } from '../server/testing/database-server.ts'
import { figuresOf } from '../server/testing/month/figures.ts'
import { makeMonth } from '../server/testing/month/make-month.ts'
import { printFigures, whyNotGood } from '../server/testing/month/print-figures.ts'
import { runMonth } from '../server/testing/month/run-month.ts'
import { startSandbox } from '../server/testing/sandbox.ts'

/**
 * npm run match-report [-- --bills 2000 --seed 1 --without-reference 0.02 --wrong-amount 0.03 --explain]: a mixed month of an office in
 * a fresh database, through the acts that people use, and what became of every movement, whose truth the generator knows.
 * `--explain` lists what was not matched by itself. Exits with 1 if a match is false, if fewer than 95 in 100 transfers matched by themselves, or if the books do not agree.
 */
const { values } = parseArgs({
  options: {
    bills: { type: 'string', default: '2000' },
    seed: { type: 'string', default: '1' },
    'without-reference': { type: 'string', default: '0.02' },
    'wrong-amount': { type: 'string', default: '0.03' },
    explain: { type: 'boolean', default: false },
  },
})
const month = makeMonth({
  ...{ seed: Number(values.seed), bills: Number(values.bills), day: today() },
  ...{ without_reference: Number(values['without-reference']), wrong_amount: Number(values['wrong-amount']) },
})

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))
const began = performance.now()
const database = await startDatabaseServer()
let sandbox: Awaited<ReturnType<typeof startSandbox>> | undefined
let app: Awaited<ReturnType<typeof startApp>> | undefined
try {
  await migrate(database.url)
  sandbox = await startSandbox()
  app = await startApp({ beside: { database_url: database.url }, provider: sandbox.url })
  const run = await runMonth(app, sandbox, month)
  const figures = await figuresOf(run)
  printFigures(run, figures, console.log)
  if (values.explain) for (const sentence of figures.asked) console.log(`  ${sentence}`)
  console.log(`\nseed ${month.seed}, ${Math.round((performance.now() - began) / 1000)} s`)
  const wrong = whyNotGood(figures)
  for (const sentence of wrong) console.error(sentence)
  process.exitCode = wrong.length > 0 ? 1 : 0
} finally {
  await app?.close()
  await sandbox?.stop()
  await database.stop()
}
