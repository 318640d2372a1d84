import { expect, type Page } from '@playwright/test'
import { addDays, today } from '@saldo/domain/dates'
import { makeItalianIban } from '@saldo/domain/iban'
import { writeCamt } from '../../server/bank-files/testing/write-camt.ts'
import { expectAccessible } from '../accessible.ts'
import { office } from '../actions.ts'
import { test } from '../test.ts'

type Call = Awaited<ReturnType<typeof office>>['call']
type Bill = { bill_id: number; number: string }
let serial = Date.now() % 100_000_000
const newIban = () => {
  serial += 1
  return makeItalianIban({ abi: '01030', cab: '02800', account: String(serial).padStart(12, '0') })
}

/** A condominium with its IBAN, and a bill of 412.50 € for each name. */
async function condominium(call: Call, names: readonly string[]) {
  const iban = newIban()
  const name = `Condominio Bonifici ${serial}`
  const { account_id } = await call<{ account_id: number }>('PUT', '/v1/accounts', { name, iban })
  const bills: Bill[] = []
  for (const nominative of names) {
    const { subject_id } = await call<{ subject_id: number }>('PUT', '/v1/subjects', { nominative })
    bills.push(
      await call<Bill>('PUT', '/v1/bills', {
        ...{ account_id, subject_id, description: 'Rata 3 di 4', issue_date: addDays(today(), -20) },
        lines: [{ description: 'Spese generali', amount: 41_250 }],
        instalments: [{ due_date: addDays(today(), 10), amount: 41_250 }],
      }),
    )
  }
  return { iban, name, account_id, bills }
}

type Transfer = { cents: number; name: string; text: string; iban?: string }
/** The bank's statement with these transfers, all of yesterday. */
const statement = (iban: string, transfers: readonly Transfer[]) => ({
  name: `estratto-${iban.slice(-6)}.xml`,
  mimeType: 'text/xml',
  buffer: Buffer.from(
    writeCamt('camt.053.001.08', [
      {
        iban,
        opening: 100_000,
        entries: transfers.map(({ cents, name, text, iban: from }, place) => ({
          ...{ credit: true, booked_on: addDays(today(), -1), value_on: addDays(today(), -1) },
          bank_reference: `CRO${serial}${place}`,
          items: [{ cents, name, text, iban: from ?? newIban(), reference: null, end_to_end: null }],
        })),
      },
    ]),
  ),
})

async function importStatement(page: Page, file: ReturnType<typeof statement>) {
  await page.goto('/#/bonifici')
  await page
    .getByRole('link', { name: /^Importa (un )?estratto$/ })
    .first()
    .click()
  await page.getByLabel('File della banca').setInputFiles(file)
  const row = page.getByRole('listitem').filter({ hasText: file.name }).first()
  await expect(row.getByText('Completo')).toBeVisible()
  return row
}

const residueOf = async (call: Call, { bill_id }: Bill) =>
  (await call<{ residue: number }>('GET', `/v1/bills/${bill_id}`)).residue

test('an imported statement: what is certain is matched, the rest is confirmed with the keyboard alone, and taken back', async ({
  page,
  request,
}) => {
  const { call } = await office(page, request)
  // In the holder's own name: other journeys leave bills of this amount and number in other condominiums, and of a stranger's
  // money for one of them Saldo rightly asks.
  const holder = `Serra Davide ${serial}`
  const { iban, account_id, bills } = await condominium(call, [holder, `Conti Anna ${serial}`])
  const [certain, asked] = bills as [Bill, Bill]
  const payer = `Conti Anna ${serial - 1}`
  const row = await importStatement(
    page,
    statement(iban, [
      { cents: 41_250, name: holder.toUpperCase(), text: `SALDO ${certain.number}` },
      { cents: 41_250, name: payer, text: 'RATA CONDOMINIO' },
      { cents: 777, name: 'IGNOTO SPA', text: 'VARIE' },
    ]),
  )
  await expect(row).toContainText('3 movimenti')
  await expect(row.getByRole('link', { name: '1 abbinati' })).toBeVisible()
  await expect(row.getByRole('link', { name: '1 da spiegare' })).toBeVisible()
  expect(await residueOf(call, certain)).toBe(0)
  await expectAccessible(page, 'importa estratto')

  await row.getByRole('link', { name: '1 da abbinare' }).click()
  await expect(page.getByRole('heading', { name: payer, level: 2 })).toBeVisible()
  const confirm = page.getByRole('button', { name: 'Conferma' })
  await expect(page.getByRole('region', { name: 'Movimento' })).toContainText(asked.number)
  await expectAccessible(page, 'il banco dei bonifici', 1600)
  // The mouse rests from here on.
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Scorciatoie da tastiera' })).toContainText(
    'Scegli o togli la proposta',
  )
  await page.keyboard.press('Escape')
  const box = page.getByRole('list', { name: 'Proposte' }).getByRole('checkbox').first()
  if (!(await box.isChecked())) await page.keyboard.press('1')
  await expect(confirm).not.toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.press('1')
  await expect(confirm).toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.press('1')
  await page.keyboard.press('Enter')
  await expect(page.getByText(new RegExp(`Abbinati 412,50.+${asked.number}`))).toBeVisible()
  await expect.poll(() => residueOf(call, asked)).toBe(0)

  await page.keyboard.press('u')
  await expect(page.getByText(/^Abbinamento annullato/)).toBeVisible()
  expect(await residueOf(call, asked)).toBe(41_250)

  await page.goto(`/#/bonifici?state=to_explain&account_id=${account_id}`)
  await expect(page.getByRole('heading', { name: 'IGNOTO SPA', level: 2 })).toBeVisible()
  await page.keyboard.press('x')
  await expect(page.getByLabel('Perché non riguarda i condòmini')).toBeFocused()
  await page.keyboard.type('Rimborso del fornitore')
  await page.keyboard.press('Tab')
  await page.getByRole('button', { name: 'Escludi', exact: true }).press('Enter')
  await expect(page.getByText('Escluso dagli incassi.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Niente da spiegare' })).toHaveCount(0)
})

test('one transfer for two bills of other people: searched, divided, and the balance decides', async ({
  page,
  request,
}) => {
  const { call } = await office(page, request)
  const { iban, account_id, bills } = await condominium(call, [`Villa Marta ${serial}`, `Neri Ugo ${serial}`])
  const [one, other] = bills as [Bill, Bill]
  await importStatement(page, statement(iban, [{ cents: 82_500, name: 'ZIA PINA', text: 'SPESE' }]))
  await page.goto(`/#/bonifici?state=to_explain,to_match&account_id=${account_id}`)
  await expect(page.getByRole('heading', { name: 'ZIA PINA', level: 2 })).toBeVisible()
  await page.keyboard.press('/')
  const search = page.getByRole('search', { name: 'Cerca una bolletta' })
  for (const { number } of [one, other]) {
    await search.getByRole('textbox').fill(number)
    await page.keyboard.press('Enter')
    await expect(page.getByLabel(`Alla bolletta ${number}`)).toHaveValue('412,50')
  }
  await expect(page.getByText('Pareggia', { exact: true })).toBeVisible()
  await page.getByLabel(`Alla bolletta ${other.number}`).fill('400')
  await expect(page.getByRole('status').filter({ hasText: /^Restano 12,50/ })).toBeVisible()
  await expectAccessible(page, 'un bonifico diviso', 1600)
  await page.getByRole('button', { name: /^a credito di Neri Ugo/ }).click()
  await page.getByRole('button', { name: 'Conferma' }).click()
  await expect(page.getByText(/Abbinati 825,00.+2 bollette/)).toBeVisible()
  await expect.poll(() => residueOf(call, one)).toBe(0)
  expect(await residueOf(call, other)).toBe(1250)
})

test('two transfers pay one bill together', async ({ page, request }) => {
  const { call } = await office(page, request)
  const { iban, account_id, bills } = await condominium(call, [`Fabbri Lia ${serial}`])
  const [bill] = bills as [Bill]
  const halves = [20_000, 21_250].map((cents) => ({ cents, name: `META ${cents}`, text: 'META RATA' }))
  await importStatement(page, statement(iban, halves))
  await page.goto(`/#/bonifici?state=to_explain,to_match&account_id=${account_id}`)
  const boxes = page.getByRole('list', { name: 'Movimenti' }).getByRole('checkbox')
  await expect(boxes).toHaveCount(2)
  for (const box of await boxes.all()) await box.check()
  await page.getByRole('button', { name: 'Abbina insieme' }).click()
  await expect(page.getByRole('heading', { name: '2 bonifici insieme' })).toBeVisible()
  await page.getByRole('button', { name: new RegExp(bill.number) }).click()
  await page.getByRole('button', { name: 'Conferma' }).click()
  await expect(page.getByText(new RegExp(`Abbinati 412,50.+${bill.number}`))).toBeVisible()
  await expect.poll(() => residueOf(call, bill)).toBe(0)
  await page.getByRole('button', { name: 'Annulla', exact: true }).click()
  await expect(page.getByText(/^Abbinamento annullato/)).toBeVisible()
  expect(await residueOf(call, bill)).toBe(41_250)
})

test('a file that does not add up is refused whole, with sentence and line, and found again among the flows', async ({
  page,
  request,
}) => {
  const { call } = await office(page, request)
  const { iban } = await condominium(call, [])
  const file = statement(iban, [{ cents: 41_250, name: 'CONTI', text: 'RATA' }])
  const wrong = Buffer.from(file.buffer.toString().replace('412.50', '412.51'))
  await page.goto('/#/mav')
  await page.getByRole('link', { name: 'Carica un file' }).first().click()
  await page.getByLabel('File della banca').setInputFiles({ ...file, buffer: wrong })
  const row = page.getByRole('listitem').filter({ hasText: file.name })
  await expect(row.getByText('Rifiutato')).toBeVisible()
  await expect(row).toContainText(/Riga \d+: /)
  await row.getByRole('link', { name: file.name }).click()
  await expect(page.getByRole('complementary', { name: /^Dettaglio/ })).toContainText(/Riga \d+: /)
  await expectAccessible(page, 'i flussi contabili')
})
