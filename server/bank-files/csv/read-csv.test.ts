import { describe, expect, it } from 'vitest'
import { readStatements, refusalOf } from '../testing/fixtures.ts'

const IBAN = 'IT20C0306999411000009974229'
const OTHER = 'IT44V0538799902000008246317'

const lines = (...rows: string[]) => `${rows.join('\r\n')}\r\n`

/** Day, value day, cents and text of each movement of a file with one statement. */
async function movementsOf(file: string | Buffer) {
  const { statements } = await readStatements(file)
  expect(statements).toHaveLength(1)
  return statements[0]!.movements.map(({ booked_on, value_on, amount, text }) => [
    booked_on,
    value_on,
    amount,
    text,
  ])
}

describe('the columns of banks', () => {
  it('read a column Euro, a settlement day, and cells that Excel must not read as numbers', async () => {
    const file = lines(
      'Data;Data di regolamento;Descrizione;Euro;CRO',
      '01/06/2026;03/06/2026;BONIFICO;1.339,14;="0012345678"',
      '05/06/2026;05/06/2026;COMMISSIONI;-4,50;"=""0012345679"""',
    )
    const { statements } = await readStatements(file)
    expect(statements[0]?.movements).toMatchObject([
      { value_on: '2026-06-03', amount: 133_914, bank_reference: '0012345678' },
      { value_on: '2026-06-05', amount: -450, bank_reference: '0012345679' },
    ])
  })

  it('read one signed amount, with Windows-1252 and rows above the header', async () => {
    const file = lines(
      'Lista movimenti;;;;',
      `Conto corrente: ${IBAN};;;;`,
      'Saldo iniziale;01/06/2026;1.000,00;;',
      ';;;;',
      'Data Registrazione;Data valuta;Descrizione;Importo (EUR);Divisa',
      '01/06/2026;03/06/26;BONIFICO DA NICCOLÒ DALL’AGLIO;1.339,14;EUR',
      '5-6-2026;05.06.2026;COMMISSIONI;-4,5;EUR',
      ';;Saldo finale;2.334,64;',
    )
    // The curly apostrophe is 0x92 in Windows-1252.
    const { statements } = await readStatements(Buffer.from(file.replaceAll('’', '\x92'), 'latin1'))
    expect(statements).toMatchObject([{ iban: IBAN, opening: 100000, closing: 233464, pending: 0, line: 6 }])
    expect(statements[0]!.movements).toMatchObject([
      {
        entry: 1,
        line: 6,
        booked_on: '2026-06-01',
        value_on: '2026-06-03',
        amount: 133914,
        text: 'BONIFICO DA NICCOLÒ DALL’AGLIO',
      },
      { entry: 2, line: 7, booked_on: '2026-06-05', value_on: '2026-06-05', amount: -450 },
    ])
  })

  it.each([';', ',', '\t', '|'])('are separated by %j', async (separator) => {
    const row = (...cells: string[]) => cells.map((cell) => `"${cell}"`).join(separator)
    const file = lines(
      row('Data', 'Valuta', 'Entrate', 'Uscite', 'Descrizione', 'Descrizione estesa'),
      row(
        '02/06/2026',
        '02/06/2026',
        '1.200,50',
        '',
        'Bonifico',
        'rata, "B"; 2026/000003'.replaceAll('"', '""'),
      ),
      row('03/06/2026', '04/06/2026', '', '12,00', 'Canone', 'Canone'),
    )
    expect(await movementsOf(file)).toEqual([
      ['2026-06-02', '2026-06-02', 120050, 'Bonifico rata, "B"; 2026/000003'],
      ['2026-06-03', '2026-06-04', -1200, 'Canone'],
    ])
  })

  it('may have debits with a minus, and Valuta as currency', async () => {
    const file = lines(
      'Data operazione;Data contabile;Dare;Avere;Valuta;Causale',
      '30/05/2026;01/06/2026;-10,00;;EUR;A',
      '30/05/2026;02/06/2026;;20,00;EUR;B',
    )
    expect(await movementsOf(file)).toEqual([
      ['2026-06-01', null, -1000, 'A'],
      ['2026-06-02', null, 2000, 'B'],
    ])
  })

  it('may have a letter for the sign, a party and references', async () => {
    const file = lines(
      'Data contabile;Importo;Segno;Descrizione;Causale ABI;Ordinante;IBAN ordinante;Codice fiscale;End to end id;CRO',
      `01/06/2026;10,00;A;RATA;48;Rossi Mario;${OTHER.toLowerCase()};FRRBBR76B43A448S;RF582026000004;123`,
      '02/06/2026;3,00;D;SPESE;16;;IT00;XX;;124',
    )
    const { statements } = await readStatements(file)
    expect(statements[0]!.movements).toMatchObject([
      {
        amount: 1000,
        bank_code: '48',
        party_name: 'Rossi Mario',
        party_iban: OTHER,
        party_fiscal_code: 'FRRBBR76B43A448S',
        end_to_end_id: 'RF582026000004',
        bank_reference: '123',
      },
      {
        amount: -300,
        party_name: null,
        party_iban: null,
        party_fiscal_code: null,
        end_to_end_id: null,
        bank_reference: '124',
      },
    ])
  })

  it('may name several accounts, each a statement of its own', async () => {
    const file = lines(
      'IBAN conto;Data contabile;Importo;Descrizione;Saldo',
      `${IBAN};01/06/2026;10,00;A;110,00`,
      `${OTHER};01/06/2026;5,00;B;5,00`,
      `${IBAN};02/06/2026;-1,00;C;109,00`,
    )
    const { statements } = await readStatements(file)
    expect(
      statements.map(({ iban, opening, closing, line, movements }) => [
        iban,
        opening,
        closing,
        line,
        movements.map(({ entry, amount }) => [entry, amount]),
      ]),
    ).toEqual([
      [
        IBAN,
        10000,
        10900,
        2,
        [
          [1, 1000],
          [2, -100],
        ],
      ],
      [OTHER, 0, 500, 3, [[1, 500]]],
    ])
  })

  it('count what is not booked yet, and leave it out', async () => {
    const file = lines(
      'Data;Importo;Descrizione;Stato',
      '01/06/2026;10,00;A;Contabilizzato',
      '02/06/2026;20,00;B;Non contabilizzato',
    )
    const { statements } = await readStatements(file)
    expect(statements).toMatchObject([
      { pending: 1, iban: null, opening: null, movements: [{ amount: 1000 }] },
    ])
  })

  it('make a reference that several movements share a text', async () => {
    const file = lines(
      'Data;Importo;Descrizione;CRO',
      '01/06/2026;10,00;A;77',
      '01/06/2026;-1,00;Commissione;77',
    )
    const { statements } = await readStatements(file)
    expect(statements[0]!.movements).toMatchObject([
      { bank_reference: null, text: 'A 77' },
      { bank_reference: null, text: 'Commissione 77' },
    ])
  })

  it('read UTF-16, a line for the separator, line breaks in quotes and words under the table', async () => {
    const file = lines(
      'sep=;',
      'Data;Importo;Descrizione',
      '01/06/2026;10,00;"uno\ndue"',
      '02/06/2026;1,00;tre',
      'Documento senza valore legale;;',
    )
    const { statements } = await readStatements(Buffer.from(`\ufeff${file}`, 'utf16le'))
    expect(statements[0]!.movements).toMatchObject([{ text: 'uno due', line: 3 }, { line: 5 }])
  })
})

describe('balances', () => {
  const header = 'Data contabile;Descrizione;Importo;Saldo contabile'
  const oldest = ['01/06/2026;A;10,00;110,00', '02/06/2026;B;-5,00;105,00', '02/06/2026;C;1,00;106,00']

  it.each([
    ['the oldest first', oldest],
    ['the newest first', oldest.toReversed()],
    ['the balance once a day', [oldest[0]!, '02/06/2026;B;-5,00;', oldest[2]!]],
    ['one row', ['01/06/2026;A;6,00;106,00']],
  ])('are found by the running balance: %s', async (_, rows) => {
    const { statements } = await readStatements(lines(header, ...rows))
    expect(statements).toMatchObject([{ opening: 10000, closing: 10600 }])
  })

  it.each([
    ['a movement is missing', [oldest[0]!, oldest[2]!], 3],
    ['an amount was changed', [oldest[0]!, '02/06/2026;B;-5,01;105,00', oldest[2]!], 3],
    ['rows were moved', [oldest[1]!, oldest[0]!, oldest[2]!], 3],
  ])('refuse the file if %s', async (_, rows, line) => {
    const refusal = await refusalOf(lines(header, ...rows))
    expect(refusal.message).toContain('saldo')
    expect(refusal.line).toBe(line)
  })

  it.each([
    [
      'opening and closing',
      ['01/06/2026;Saldo iniziale;;1,00', oldest[0]!.replace('110,00', ''), ';Saldo finale;;11,01'],
      /saldi/,
    ],
    ['the running balance', ['01/06/2026;Saldo iniziale;;99,00', ...oldest], /saldi/],
    ['a total', [...oldest, ';Totale;7,00;'], /totale/],
    ['two closings', [...oldest, ';Saldo finale;;106,00', ';Saldo finale;;107,00'], /due saldi/],
  ])('refuse %s that does not agree', async (_, rows, message) => {
    const refusal = await refusalOf(lines(header, ...rows))
    expect(refusal.message).toMatch(message)
    expect(refusal.line).toBeGreaterThan(1)
  })

  it('may stand above the header, in one cell', async () => {
    const { statements } = await readStatements(
      lines('Saldo iniziale: 100,00 EUR', header.replace(';Saldo contabile', ''), '01/06/2026;A;10,00'),
    )
    expect(statements).toMatchObject([{ opening: 10000, closing: null }])
  })

  it('accept totals that agree', async () => {
    const file = lines(
      'Data;Descrizione;Dare;Avere',
      '01/06/2026;A;;10,00',
      '02/06/2026;B;5,00;',
      ';Totale;5,00;10,00',
      'Totale;;;',
    )
    expect(await movementsOf(file)).toHaveLength(2)
  })

  it('keep a payment whose text begins like one of them', async () => {
    const file = lines(
      'Data;Descrizione;Importo',
      '01/06/2026;Saldo bolletta 12;10,00',
      '02/06/2026;Totale rate;5,00',
    )
    expect((await movementsOf(file)).map(([, , amount]) => amount)).toEqual([1000, 500])
  })

  it('refuse a row that may be a balance or a payment', async () => {
    const refusal = await refusalOf(
      lines('Data;Descrizione;Importo', '01/06/2026;A;10,00', '02/06/2026;Saldo finale;5,00'),
    )
    expect(refusal.message).toContain('saldo o un movimento')
    expect(refusal.line).toBe(3)
  })
})

describe('what is not sure', () => {
  const row = '01/06/2026;10,00;A'
  it.each([
    ['no header', lines(row, row), /intestazione/, null],
    ['no day of booking', lines('Data valuta;Importo;Descrizione', row), /«Data contabile»/, 1],
    ['no amount', lines('Data;Saldo;Descrizione', row), /«Importo»/, 1],
    ['debits without credits', lines('Data;Dare;Descrizione', row), /«Avere»/, 1],
    ['no text', lines('Data;Importo;Divisa', '01/06/2026;10,00;EUR'), /«Descrizione»/, 1],
    ['two amounts', lines('Data;Importo;Importo EUR;Causale', '01/06/2026;1;2;A'), /stesso dato/, 1],
    ['amount and debits', lines('Data;Importo;Dare;Causale', '01/06/2026;1;2;A'), /sia la colonna/, 1],
    ['an English amount', lines('Data;Importo;Causale', '01/06/2026;1,234.50;A'), /virgola/, 2],
    ['a point for cents', lines('Data;Importo;Causale', '01/06/2026;98.40;A'), /virgola/, 2],
    ['three decimals', lines('Data;Importo;Causale', '01/06/2026;98,401;A'), /decimali/, 2],
    ['no amount in a row', lines('Data;Importo;Causale', '01/06/2026;;A'), /importo/, 2],
    ['an impossible day', lines('Data;Importo;Causale', row, '31/06/2026;1,00;A'), /calendario/, 3],
    ['an American day', lines('Data;Importo;Causale', '06/15/2026;1,00;A'), /calendario/, 2],
    ['both sides filled', lines('Data;Dare;Avere;Causale', '01/06/2026;1,00;2,00;A'), /Dare.*Avere/, 2],
    [
      'debits of both signs',
      lines('Data;Dare;Avere;Causale', '01/06/2026;1,00;;A', '01/06/2026;-1,00;;A'),
      /segno/,
      2,
    ],
    ['a negative credit', lines('Data;Dare;Avere;Causale', '01/06/2026;;-1,00;A'), /segno/, 2],
    ['sign twice', lines('Data;Importo;Segno;Causale', '01/06/2026;-1,00;D;A'), /segno/, 2],
    ['an unknown sign', lines('Data;Importo;Segno;Causale', '01/06/2026;1,00;?;A'), /segno/, 2],
    ['another currency', lines('Data;Importo;Divisa;Causale', '01/06/2026;1,00;USD;A'), /USD/, 2],
    ['an unknown state', lines('Data;Importo;Stato;Causale', '01/06/2026;1,00;Boh;A'), /stato/i, 2],
    ['a decimal comma among commas', lines('Data,Importo,Causale', '01/06/2026,10,50,A'), /caselle/, 2],
    ['an open quote', lines('Data;Importo;Causale', row, '01/06/2026;1,00;"A'), /virgolette/, 3],
    ['a short row', lines('Data;Importo;Causale', '01/06/2026;1,00'), /caselle/, 2],
    ['the same movement twice', lines('Data;Importo;Causale;CRO', `${row};77`, `${row};77`), /due volte/, 3],
    [
      'different IBANs of nobody',
      lines('Data;Importo;Causale;IBAN', `${row};${IBAN}`, `${row};${OTHER}`),
      /«IBAN conto»/,
      1,
    ],
    [
      'several accounts without IBAN',
      lines('Data;Importo;Causale;Conto', `${row};1`, `${row};2`),
      /più conti/,
      2,
    ],
    [
      'several accounts and a total',
      lines('Data;Importo;Causale;IBAN conto', `${row};${IBAN}`, `${row};${OTHER}`, ';20,00;Totale;'),
      /più conti/,
      4,
    ],
    ['two accounts above', lines(IBAN, OTHER, 'Data;Importo;Causale', row), /più conti/, 2],
    [
      'another account above',
      lines(IBAN, 'Data;Importo;Causale;IBAN conto', `${row};${OTHER}`),
      /IT44 •••• 6317/,
      3,
    ],
    [
      'an unknown column of amounts',
      lines('Data;Importo;Causale;Spese', '01/06/2026;10,00;A;1,00'),
      /«Spese»/,
      1,
    ],
    ['movements above the header', lines('31/05/2026;1,00;B', 'Data;Importo;Causale', row), /disordine/, 1],
    [
      'a wrong account above',
      lines(IBAN.replace('IT20', 'IT21'), 'Data;Importo;Causale', row),
      /IT21 •••• 4229/,
      1,
    ],
    [
      'a cut end',
      lines('Data;Importo;Causale', row, '01/06/2026;1,00;bolletta 2026/000117').slice(0, -3),
      /tagliato/,
      3,
    ],
    [
      'NUL bytes',
      lines('Data;Importo;Causale', '01/06/2026;1,00;A\0'),
      /non è un file che Saldo riconosce/,
      null,
    ],
    ['a control character', lines('Data;Importo;Causale', '01/06/2026;1,00;A\x07'), /caratteri/, 2],
  ])('%s refuses the file', async (_, file, message, line) => {
    const refusal = await refusalOf(file)
    expect(refusal.message).toMatch(message)
    expect(refusal.line).toBe(line)
  })

  it('letters of DOS refuse the file', async () => {
    const file = Buffer.from(lines('Data;Importo;Causale', '01/06/2026;1,00;Nicol\x95 Cant\x97'), 'latin1')
    expect((await refusalOf(file)).message).toContain('caratteri')
  })
})
