import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { makeItalianIban } from '@saldo/domain/iban'
import { formatRf, rfOfBill } from '@saldo/domain/sepa/creditor-reference'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { startApp, type TestApp } from '../../../testing/app.ts'
import { makeAccount, makeBill, makeSubject, signIn } from '../../../testing/people.ts'

const run = promisify(execFile)

let test: TestApp
beforeAll(async () => {
  test = await startApp()
})
afterAll(() => test.close())

/** An office with a condominium of that name, and calls for its notices. */
async function office(of: { iban?: string; name?: string } = {}) {
  const { headers, customer_id } = await signIn(test.services, 'customer')
  const account_id = await makeAccount(test.services, customer_id, {
    ...{ iban: 'IT60X0542811101000000123456', name: 'Condominio Ghibellina' },
    ...of,
  })
  const bill = async (nominative: string, more: object = {}) => {
    const subject_id = await makeSubject(test.services, customer_id, { nominative })
    return makeBill(test.services, customer_id, {
      ...{ account_id, subject_id, amounts: [11_250, 30_000], due_dates: ['2099-01-15', '2099-04-15'] },
      ...more,
    })
  }
  const notices = (ids: (number | string)[]) =>
    test.call({ url: `/v1/bills/printed-notices?ids=${ids.join(',')}`, headers })
  const print = async (ids: number[]) => {
    const { status, body, raw } = await notices(ids)
    expect(status, JSON.stringify(body)).toBe(200)
    return onDisk(raw)
  }
  return { headers, customer_id, account_id, bill, notices, print }
}

describe('GET /v1/bills/printed-notices', () => {
  it('200: says how much, by when, how and whom to call, on one page', async () => {
    const { bill, print } = await office()
    const of = await bill('Rossi Lucia')
    const [text, ...others] = await pagesOf(await print([of.bill_id]))
    expect(others).toEqual([])
    for (const said of [
      'Avviso di pagamento',
      'Condominio Ghibellina',
      'Rossi Lucia',
      `Bolletta ${of.number}`,
      '112,50 €',
      'entro giovedì 15 gennaio 2099 · in tutto 412,50 €',
      'IT60 X054 2811 1010 0000 0123 456',
      formatRf(rfOfBill(of.number)),
      'Per qualsiasi dubbio: ',
      'Non pagare e avvisa lo studio.',
    ])
      expect(unbroken(text as string)).toContain(unbroken(said))
  })

  it('200: its codes, scanned from the paper, fill in the transfer and open the page of the bill', async () => {
    const { bill, print } = await office()
    const of = await bill('Rossi Lucia')
    const scanned = await scan(await print([of.bill_id]))
    expect(scanned).toContain('IT60X0542811101000000123456\nEUR112.50')
    expect(scanned).toContain(rfOfBill(of.number))
    expect(scanned).toContain(`${test.services.env.PUBLIC_URL}/mybill/${of.token}`)
  })

  it('200: one page for each bill, by name, each with its own codes', async () => {
    const { bill, print } = await office()
    const [zoe, aldo] = [await bill('Zanetti Zoe'), await bill('Bianchi Aldo')]
    const file = await print([zoe.bill_id, aldo.bill_id])
    const pages = await pagesOf(file)
    expect(pages.map((text) => /Zanetti Zoe|Bianchi Aldo/.exec(text)?.[0])).toEqual([
      'Bianchi Aldo',
      'Zanetti Zoe',
    ])
    const scanned = await scan(file)
    for (const { token } of [zoe, aldo]) expect(scanned).toContain(`/mybill/${token}`)
  })

  it('200: nothing of the longest names is cut, and all stays on one page', async () => {
    const name = `Supercondominio ${'Residenza dei Tigli '.repeat(7)}`.slice(0, 139).padEnd(140, 'z')
    const { bill, print } = await office({ name })
    const nominative = `Eredi ${'Mastropietro Annunziata '.repeat(6)}`.slice(0, 139).padEnd(140, 'y')
    const of = await bill(nominative)
    const pages = await pagesOf(await print([of.bill_id]))
    expect(pages).toHaveLength(1)
    const text = unbroken(pages[0] as string)
    for (const each of [name, nominative, 'Non pagare e avvisa lo studio.'])
      expect(text).toContain(unbroken(each))
    expect(text).not.toContain('…')
  })

  it('200: the postal slip follows where the condominium prints slips', async () => {
    const iban = makeItalianIban({ abi: '07601', cab: '02800', account: '000000123456' })
    const { bill, print, customer_id, account_id } = await office({ iban })
    await test.services.asSystem(
      (tx) =>
        tx`insert into postal_slips ${tx({
          ...{ customer_id, account_id, slip_kind: '896', slip_holder: 'Condominio Ghibellina' },
          slip_authorisation: 'AUT. N. DB/00123 DEL 01/02/2026',
        })}`,
    )
    const of = await bill('Rossi Lucia')
    const [notice, slip, ...others] = await pagesOf(await print([of.bill_id]))
    expect(notice).toContain('con il bollettino del foglio che segue')
    expect(slip).toContain('CONTI CORRENTI POSTALI')
    expect(others).toEqual([])
  })

  it('400: says at the field when no bills are chosen, or too many', async () => {
    const { notices } = await office()
    for (const ids of [['x'], Array.from({ length: 201 }, (_, index) => index + 1)]) {
      const { status, body } = await notices(ids)
      expect([status, Object.keys((body as { fields: object }).fields)]).toEqual([400, ['ids']])
    }
  })

  it('404: for a bill of another office, and nothing is printed', async () => {
    const [mine, theirs] = [await office(), await office()]
    const [own, other] = [await mine.bill('Rossi Lucia'), await theirs.bill('Verdi Ugo')]
    expect((await mine.notices([own.bill_id, other.bill_id])).status).toBe(404)
  })

  it('409: names the bills that ask for nothing', async () => {
    const { bill, notices } = await office()
    const [asks, draft] = [await bill('Rossi Lucia'), await bill('Verdi Ugo', { draft: true })]
    const { status, body } = await notices([asks.bill_id, draft.bill_id])
    expect(status).toBe(409)
    expect(JSON.stringify(body)).toContain(`La bolletta ${draft.number} non chiede niente`)
  })
})

const unbroken = (text: string): string => text.replace(/\s/g, '')

async function pagesOf(file: string): Promise<string[]> {
  const text = (await run('pdftotext', ['-raw', file, '-'])).stdout
  return text
    .split('\f')
    .slice(0, -1)
    .map((each) => each.replace(/[^\S\n]+/g, ' '))
}

/** Prints the pages as an office printer does, and scans them. */
async function scan(file: string): Promise<string> {
  await run('pdftoppm', ['-r', '150', '-gray', file, file])
  const pages = (await readdir(dirname(file))).filter((name) => name.endsWith('.pgm')).sort()
  return (await run('zbarimg', ['-q', '--raw', ...pages.map((name) => join(dirname(file), name))])).stdout
}

async function onDisk(pdf: Buffer): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'saldo-notices-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'notices.pdf')
  await writeFile(file, pdf)
  return file
}
