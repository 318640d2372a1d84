import { expect } from '@playwright/test'
import { addDays, today } from '@saldo/domain/dates'
import { makeItalianIban } from '@saldo/domain/iban'
import { expectAccessible } from '../accessible.ts'
import { office } from '../actions.ts'
import { test } from '../test.ts'

test('a condominium’s MAV notices go to its bank in a file, and the bank’s outcomes close the bill that was paid', async ({
  page,
  request,
}) => {
  test.setTimeout(600_000)
  const { call } = await office(page, request)
  const serial = Date.now() % 1_000_000
  const account = `Condominio Avvisi ${serial}`
  const { account_id } = await call<{ account_id: number }>('PUT', '/v1/accounts', {
    name: account,
    iban: makeItalianIban({ abi: '01030', cab: '02800', account: String(serial).padStart(12, '0') }),
  })
  const payers = {
    pays: `Bruni Elena ${serial}`,
    forgets: `Costa Dario ${serial}`,
    recalled: `Fabbri Rita ${serial}`,
    out: `Gallo Ugo ${serial}`,
  }
  const bills: number[] = []
  for (const [place, nominative] of Object.values(payers).entries()) {
    const { subject_id } = await call<{ subject_id: number }>('PUT', '/v1/subjects', {
      ...{ nominative, address: 'Via Verdi', house_number: '4', zip_code: '20121', city: 'Milano' },
    })
    const amount = 20_000 + place * 1_000
    const { bill_id } = await call<{ bill_id: number }>('PUT', '/v1/bills', {
      ...{ account_id, subject_id, description: 'Rata 3 di 4', issue_date: '2026-09-01' },
      lines: [{ description: 'Spese generali', amount }],
      instalments: [{ due_date: addDays(today(), 20), amount }],
    })
    bills.push(bill_id)
  }

  // The code of the bank is asked for where it is missing; nothing that was chosen is lost.
  await page.goto('/#/mav')
  await expectAccessible(page, 'flussi')
  await page.getByRole('link', { name: 'Avvisi MAV' }).click()
  await page.getByRole('link', { name: 'Nuovo flusso' }).first().click()
  await page.getByRole('combobox', { name: 'Condominio' }).fill(account)
  await page.getByRole('option', { name: account }).click()
  await expect(page.getByText('Nessuna bolletta può avere un MAV')).toBeVisible()
  await page.getByRole('button', { name: `Scrivi il codice SIA di ${account}` }).click()
  const asking = page.getByRole('dialog')
  await asking.getByLabel('Codice SIA').fill('a1b2')
  await asking.getByRole('button', { name: 'Salva il codice' }).click()
  await expect(asking.getByText('Il codice SIA ha cinque caratteri, lettere o cifre.')).toBeVisible()
  await asking.getByLabel('Codice SIA').fill('a1b2c')
  await asking.getByRole('button', { name: 'Salva il codice' }).click()
  await expect(page.getByText(/Nel file: 4 avvisi, 860,00\s€/)).toBeVisible()
  await page.getByRole('checkbox', { name: new RegExp(`^MAV a ${payers.out}`) }).uncheck()
  await expect(page.getByText(/Nel file: 3 avvisi, 630,00\s€/)).toBeVisible()
  await expectAccessible(page, 'nuovo flusso')

  // The file is ready: downloaded here, and again from the list of flows.
  await page.getByRole('button', { name: /^Crea il flusso di 630,00/ }).click()
  await expect(page.getByRole('heading', { name: 'Il file è pronto' })).toBeVisible()
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: /^Scarica il file/ }).click()
  const order = await textOf(await (await downloading).createReadStream())
  expect(order.split('\r\n').filter((line) => line.startsWith(' 14'))).toHaveLength(3)
  await expectAccessible(page, 'file pronti')
  await page.getByRole('link', { name: 'Vedi gli avvisi' }).click()

  // The bill says that it waits for a MAV, and gets no second one.
  await page.goto(`/#/bollette/${bills[0]}`)
  await expect(page.getByRole('link', { name: /^MAV / })).toBeVisible()
  await expectAccessible(page, 'bolletta con un MAV')

  // One is recalled: its file is for the same bank.
  await page.goto(`/#/mav/avvisi?account_id=${account_id}`)
  await page.getByText(payers.recalled).first().click()
  await expect(page.getByText('La banca non ha ancora risposto.')).toBeVisible()
  await expectAccessible(page, 'avviso')
  await page.getByRole('button', { name: 'Richiama', exact: true }).click()
  await page.getByRole('combobox', { name: 'Motivo' }).click()
  await page.getByRole('option', { name: 'Bolletta pagata in altro modo' }).click()
  await page.getByRole('button', { name: 'Crea il file del richiamo' }).click()
  await expect(page.getByText('-richiamo.txt', { exact: false })).toBeVisible()

  // The bank’s outcomes: one was paid, one nobody paid, one it does not collect any more.
  await page.getByRole('link', { name: 'Carica gli esiti' }).click()
  await page.getByLabel('File della banca').setInputFiles({
    name: 'esiti.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from(outcomesOf(order, ['07000', '07010', '07008']), 'latin1'),
  })
  await expect(page.getByText('3 esiti', { exact: false }).first()).toBeVisible({ timeout: 120_000 })

  await page.goto(`/#/mav/avvisi?account_id=${account_id}`)
  for (const word of ['Pagato', 'Scaduto', 'Richiamato'])
    await expect(page.getByText(word, { exact: true }).filter({ visible: true })).toHaveCount(1)
  await page.getByText(payers.pays).first().click()
  await expect(page.getByRole('link', { name: 'esiti.txt' })).toBeVisible()
  await page.goto(`/#/bollette/${bills[0]}`)
  await expect(page.getByText('Pagata', { exact: true }).filter({ visible: true }).first()).toBeVisible()
})

async function textOf(stream: NodeJS.ReadableStream): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of stream) pieces.push(piece as Buffer)
  return Buffer.concat(pieces).toString('latin1')
}

/** The text at a position of a record, counted from 1. */
const put = (line: string, from: number, text: string) =>
  line.slice(0, from - 1) + text + line.slice(from - 1 + text.length)

/** The bank's outcomes of a MAV order: each notice with its causale, paid today. */
function outcomesOf(order: string, causali: readonly string[]): string {
  const lines = order.split('\r\n').filter((line) => line !== '')
  const [year, month, day] = today().split('-') as [string, string, string]
  const date = `${day}${month}${year.slice(2)}`
  const total = lines
    .filter((line) => line.startsWith(' 14'))
    .reduce((sum, line) => sum + Number(line.slice(33, 46)), 0)
  /** Sender and receiver of the head change places. */
  const frame = (line: string) =>
    put(put(put(line, 4, line.slice(8, 13)), 9, line.slice(3, 8)), 20, 'ESITI'.padEnd(20))
  return lines
    .map((line) => {
      const type = line.slice(1, 3)
      const place = Number(line.slice(3, 10)) - 1
      if (type === 'IM') return frame(line)
      if (type === 'EF') return put(put(frame(line), 53, '0'.repeat(15)), 68, String(total).padStart(15, '0'))
      // Where it was paid, then our account.
      if (type === '14')
        return put(put(put(line, 29, causali[place] as string), 47, '+'), 70, line.slice(47, 69))
      if (type !== '51' || causali[place] !== '07000') return line
      return put(put(put(put(line, 75, '000000000017'), 87, '00050'), 92, date), 110, date)
    })
    .map((line) => `${line}\r\n`)
    .join('')
}
