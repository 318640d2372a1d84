import { describe, expect, it } from 'vitest'
import { readStatements, refusalOf } from '../testing/fixtures.ts'

const lines = (...rows: string[]) => `${rows.join('\r\n')}\r\n`
const amountsOf = async (...rows: string[]) =>
  (await readStatements(lines(...rows))).statements[0]!.movements.map(({ amount }) => amount)

describe('amounts without a sign', () => {
  it.each([
    ['Tipo', 'Entrata', 'Uscita'],
    ['Movimento', 'Avere', 'Dare'],
    ['E/U', 'in entrata', 'in uscita'],
    ['Tipo operazione', 'ACCREDITO', 'ADDEBITO'],
  ])('go by the words of the column «%s»', async (name, into, out) => {
    const rows = [
      `Data;Descrizione;${name};Importo`,
      `05/10/2026;ROSSI;${into};250,00`,
      `06/10/2026;ENEL;${out};1,00`,
    ]
    expect(await amountsOf(...rows)).toEqual([25_000, -100])
  })
  it('that contradict such a column refuse the file', async () => {
    const rows = [
      'Data;Descrizione;Tipo;Importo',
      '05/10/2026;ROSSI;Entrata;-250,00',
      '06/10/2026;ENEL;Uscita;-1,00',
    ]
    expect((await refusalOf(lines(...rows))).line).toBe(2)
  })
  it.each(['COMMISSIONI SU BONIFICO', 'Addebito diretto ENEL', 'Prelevamento bancomat'])(
    'refuse the file where a text says that money went out: %s',
    async (text) => {
      const rows = ['Data;Descrizione;Importo', '05/10/2026;ROSSI;250,00', `06/10/2026;${text};1,00`]
      expect(await refusalOf(lines(...rows))).toMatchObject({
        line: 3,
        message: expect.stringContaining('nessun importo ha il segno meno'),
      })
    },
  )
  it('are read where no text says so', async () => {
    const rows = ['Data;Descrizione;Importo', '05/10/2026;SPESE CONDOMINIO ROSSI;250,00']
    expect(await amountsOf(...rows)).toEqual([25_000])
  })
})

describe('an amount', () => {
  it('may have its minus behind, and be zero', async () => {
    const rows = ['Data;Descrizione;Importo', '05/10/2026;COMM;1.000,50-', '06/10/2026;CANONE AZZERATO;0,00']
    expect(await amountsOf(...rows)).toEqual([-100_050, 0])
  })
  it('that is missing refuses the file', async () => {
    expect((await refusalOf(lines('Data;Descrizione;Importo', '05/10/2026;ROSSI;'))).line).toBe(2)
  })
})

describe('a row of balance with a date', () => {
  it.each([
    'S.DO INIZIALE',
    'Giacenza iniziale',
    'Saldo contabile',
    'Saldo al 30/09/2026',
    'Saldo disponibile',
    'Riporto',
  ])('is no movement, and without both balances refuses the file: %s', async (text) => {
    const rows = ['Data;Descrizione;Importo', `30/09/2026;${text};1.000,00`, '05/10/2026;ROSSI;12,50']
    expect(await refusalOf(lines(...rows))).toMatchObject({
      line: 2,
      message: expect.stringContaining('può essere un saldo'),
    })
  })
  it.each(['SALDO', 'Saldo 2026', 'SALDO CONDOMINIO ANNO 2026', 'saldo rata 3'])(
    'is a payment if payers write so: %s',
    async (text) => {
      expect(await amountsOf('Data;Descrizione;Importo', `05/10/2026;${text};12,50`)).toEqual([1_250])
    },
  )
  it('below the table may say what can be spent, which is not compared', async () => {
    const rows = [
      'Data;Descrizione;Importo',
      '05/10/2026;ROSSI;12,50',
      ';Saldo contabile;1.012,50',
      ';Saldo disponibile;900,00',
    ]
    const { statements } = await readStatements(lines(...rows))
    expect(statements).toMatchObject([{ closing: 101_250, movements: [{ amount: 1_250 }] }])
  })
})
