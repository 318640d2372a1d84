// npm run walk-production: walks the README's “Running it for real” from an empty machine to the first paid bill.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { green, red } from './progress.mjs'
import { root } from './run.mjs'
import { tryAddress, tryProxy } from './walk/behind-proxy.ts'
import { enterAdministrator, enterFirstUser, makeOffice } from './walk/enter.ts'
import { billOf, payFirstBill } from './walk/first-bill.ts'
import { type Journal, must, openJournal, same } from './walk/journal.ts'
import { meetMailFaults } from './walk/mail-faults.ts'
import type { Running } from './walk/processes.ts'
import { openStage } from './walk/stage.ts'
import { startSaldo, stopSaldo, tryWrongSettings } from './walk/start-saldo.ts'

/** Writes the log into the docs instead of comparing it with them. */
const writes = process.argv.includes('--write')
const page = join(root, 'docs/walk-production.md')

const began = performance.now()
const journal = openJournal()
try {
  await walk(journal)
  keepLog(journal)
} catch (error) {
  if (journal.failed === 0) console.error(red((error as Error).stack ?? String(error)))
  process.exitCode = 1
}
const seconds = Math.round((performance.now() - began) / 1000)
const sum = `${journal.passed} passed, ${journal.failed} failed (${seconds} s)`
console.log(process.exitCode ? red(`\n${sum}`) : green(`\n${sum}`))

async function walk({ chapter, step }: Journal): Promise<void> {
  chapter('What is there before Saldo')
  const stage = await openStage(journal)
  let saldo: Running | undefined
  try {
    chapter('Starting')
    await tryWrongSettings(stage)
    saldo = await step('npm start builds the pages, migrates, and starts the server alone', async () => {
      const started = await startSaldo(stage)
      must(!/PostgreSQL|sandbox|saldo-demo/i.test(started.said()), `it started more:\n${started.said()}`)
      must(started.said().includes('npm run first-user'), 'it does not say that nobody can sign in')
      return started
    })

    chapter('The first user')
    const back_office = await enterFirstUser(stage)

    chapter('A mail server that refuses in four ways')
    const office = await meetMailFaults(stage, back_office, () => makeOffice(stage, back_office))

    chapter('The first bill')
    const administrator = await enterAdministrator(stage, back_office, office)
    const bill = await payFirstBill(stage, administrator)

    chapter('Behind the proxy')
    await tryAddress(stage, administrator)
    if (stage.front.ca) await tryProxy(stage, 'nginx', stage.front, administrator, bill)
    const caddy = await stage.caddy()
    if (caddy) await tryProxy(stage, 'Caddy', caddy.front, administrator, bill)

    chapter('The next start')
    saldo = await step('Stopped and started again, it knows who is signed in and what was paid', async () => {
      await stopSaldo(stage, saldo as Running)
      const again = await startSaldo(stage)
      must(!again.said().includes('first-user'), 'it says again that nobody can sign in')
      same((await billOf(administrator, bill.bill_id)).phase, 'paid', 'the bill')
      return again
    })
    await step('Everything stops', () => stopSaldo(stage, saldo as Running))
    saldo = undefined
  } finally {
    await saldo?.stop()
    await stage.close()
  }
}

/** The docs show this very log. Where a part was skipped there is nothing to compare. */
function keepLog({ lines }: Journal): void {
  const log = lines.join('\n').trim()
  const text = readFileSync(page, 'utf8')
  const written = text.replace(/```text\n[\s\S]*?```/, () => `\`\`\`text\n${log}\n\`\`\``)
  if (writes) writeFileSync(page, written)
  else if (written !== text && !log.includes(' skipped, '))
    throw new Error('docs/walk-production.md shows another log: npm run walk-production -- --write')
}
