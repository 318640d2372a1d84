import { expect, type Page } from '@playwright/test'
import { makeItalianIban } from '@saldo/domain/iban'
import { expectAccessible } from '../accessible.ts'
import { office } from '../actions.ts'
import { test } from '../test.ts'

test('a condominium’s debits go to its bank in a file, and the bank’s answer reopens the one it refused', async ({
  page,
  request,
}) => {
  test.setTimeout(600_000)
  const { call } = await office(page, request)
  const serial = Date.now() % 1_000_000
  const { account_id } = await call<{ account_id: number }>('PUT', '/v1/accounts', {
    name: `Condominio Distinta ${serial}`,
    iban: makeItalianIban({ abi: '01030', cab: '02800', account: String(serial).padStart(12, '0') }),
  })
  const payers = {
    pays: `Rossi Lucia ${serial}`,
    lacks: `Ferrari Paolo ${serial}`,
    none: `Conti Anna ${serial}`,
  }
  for (const [place, nominative] of Object.values(payers).entries()) {
    const email = `distinta${place}.${serial}@example.it`
    const { subject_id } = await call<{ subject_id: number }>('PUT', '/v1/subjects', { nominative, email })
    await call('PUT', '/v1/bills', {
      ...{ account_id, subject_id, description: 'Rata 3 di 4', issue_date: '2026-09-01' },
      lines: [{ description: 'Spese generali', amount: 40_000 + place * 1_000 }],
      instalments: [{ due_date: '2026-09-30', amount: 40_000 + place * 1_000 }],
    })
  }

  // The bank's identifier is asked for, not guessed; without mandates nobody can be debited.
  await page.goto(`/#/addebiti/distinte/nuova?account_id=${account_id}`)
  await page.getByLabel('Identificativo del creditore (CID)').fill('IT66 ZZZ A1B2C3D4E5F6G7H8')
  await page.getByRole('button', { name: 'Salva l’identificativo' }).click()
  await expect(page.getByText('Nessuna bolletta da addebitare')).toBeVisible()

  // Two payers signed on paper: with the scan their mandates are active.
  for (const name of [payers.pays, payers.lacks])
    await recordMandate(page, `Condominio Distinta ${serial}`, name)

  await page.goto(`/#/addebiti/distinte/nuova?account_id=${account_id}`)
  await expect(page.getByText(/Si addebitano: 2 addebiti, 810,00\s€/)).toBeVisible()
  await page.getByText('Primo addebito (FRST)', { exact: false }).click()
  await expectAccessible(page, 'nuova distinta')
  // What is taken out stays out when the page is opened again.
  const lacking = page.getByRole('checkbox', { name: new RegExp(`^Addebita ${payers.lacks}`) })
  await lacking.uncheck()
  await page.reload()
  await expect(page.getByText(/Si addebitano: 1 addebito, 400,00\s€/)).toBeVisible()
  await page.getByText('Primo addebito (FRST)', { exact: false }).click()
  await lacking.check()
  await page.getByRole('button', { name: /^Crea la distinta di 810,00/ }).click()

  // The file leaves only after the notices.
  await expect(page.getByText('Preavvisato', { exact: true }).filter({ visible: true })).toHaveCount(2, {
    timeout: 120_000,
  })
  await page.getByRole('button', { name: 'Presenta' }).click()
  await page.getByRole('button', { name: 'Presenta la distinta' }).click()
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Scarica il file per la banca' }).click()
  const order = await textOf(await (await downloading).createReadStream())
  await expectAccessible(page, 'distinta presentata')

  // The bank refuses one debit: its bill is open again, with the reason.
  await page.getByRole('button', { name: 'Carica la risposta della banca' }).click()
  await page.getByLabel('File della banca').setInputFiles({
    name: 'esiti.xml',
    mimeType: 'text/xml',
    buffer: Buffer.from(answerTo(order, '410.00')),
  })
  await expect(page.getByText('esiti.xml: letto.', { exact: false })).toBeVisible({ timeout: 120_000 })
  await page.getByRole('button', { name: 'Chiudi', exact: true }).last().click()
  await expect(page.getByText('Scartato (AM04)', { exact: false })).toBeVisible()

  // What came in is recorded by hand where no file says it.
  await page.getByRole('button', { name: `Registra l’esito di ${payers.pays}` }).click()
  await page.getByLabel('È arrivato sul conto').check()
  await page.getByRole('button', { name: 'Registra l’esito', exact: true }).click()
  await expect(page.getByText('Ogni addebito ha il suo esito.')).toBeVisible()

  await page.goto(`/#/addebiti?account_id=${account_id}`)
  // In the list: the page before, which is there for another moment, links the same name.
  await page.getByRole('grid', { name: 'Addebiti' }).getByText(payers.lacks).click()
  await expect(page.getByRole('button', { name: 'Copia il link per pagare' })).toBeVisible()
  await expectAccessible(page, 'addebito non riuscito')
})

/** Records a mandate that was signed on paper, and uploads its scan. */
async function recordMandate(page: Page, account: string, subject: string) {
  await page.goto('/#/addebiti/mandati')
  await page.getByRole('button', { name: 'Registra un mandato firmato' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Condominio').fill(account)
  await page.getByRole('option', { name: account }).click()
  await form.getByLabel('Chi ha firmato').fill(subject)
  await page.getByRole('option', { name: subject }).click()
  await form.getByLabel('IBAN del conto da addebitare').fill('it60 x054 2811 1010 0000 0123 456')
  await form.getByLabel('Firmato il').first().fill('10/01/2026')
  await form.getByRole('button', { name: 'Registra il mandato' }).click()
  await page.getByLabel('Scansione del mandato firmato').setInputFiles({
    name: 'mandato.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.4 firmato'),
  })
  await expect(page.getByText(`Mandato di ${subject} attivo.`)).toBeVisible()
}

async function textOf(stream: NodeJS.ReadableStream): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of stream) pieces.push(piece as Buffer)
  return Buffer.concat(pieces).toString('utf8')
}

/** The bank's answer to a pain.008: it refuses the debit of this amount for lack of funds. */
function answerTo(order: string, amount: string): string {
  const [, message_id] = /<MsgId>([^<]+)/.exec(order) ?? []
  const [, block_id] = /<PmtInfId>([^<]+)/.exec(order) ?? []
  const [, count] = /<NbOfTxs>([^<]+)/.exec(order) ?? []
  const [, sum] = /<CtrlSum>([^<]+)/.exec(order) ?? []
  const debit = order.split('<DrctDbtTxInf>').find((part) => part.includes(`>${amount}</InstdAmt>`)) ?? ''
  const [, reference] = /<EndToEndId>([^<]+)/.exec(debit) ?? []
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.03"><CstmrPmtStsRpt><GrpHdr><MsgId>STS-1</MsgId><CreDtTm>2026-11-25T20:05:11</CreDtTm></GrpHdr><OrgnlGrpInfAndSts><OrgnlMsgId>${message_id}</OrgnlMsgId><OrgnlMsgNmId>pain.008.001.08</OrgnlMsgNmId><OrgnlNbOfTxs>${count}</OrgnlNbOfTxs><OrgnlCtrlSum>${sum}</OrgnlCtrlSum><GrpSts>PART</GrpSts></OrgnlGrpInfAndSts>
<OrgnlPmtInfAndSts><OrgnlPmtInfId>${block_id}</OrgnlPmtInfId><OrgnlNbOfTxs>${count}</OrgnlNbOfTxs><OrgnlCtrlSum>${sum}</OrgnlCtrlSum><PmtInfSts>PART</PmtInfSts><TxInfAndSts><StsId>STS-1-1</StsId><OrgnlEndToEndId>${reference}</OrgnlEndToEndId><TxSts>RJCT</TxSts><StsRsnInf><Rsn><Cd>AM04</Cd></Rsn></StsRsnInf><OrgnlTxRef><Amt><InstdAmt Ccy="EUR">${amount}</InstdAmt></Amt></OrgnlTxRef></TxInfAndSts></OrgnlPmtInfAndSts>
</CstmrPmtStsRpt></Document>`
}
