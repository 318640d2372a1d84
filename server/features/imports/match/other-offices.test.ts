import { describe, expect, it } from 'vitest'
import type { CandidateBill } from '../bills/candidate-bill.ts'
import { recogniseSheet } from '../bills/recognise-bills.ts'
import type { Row } from '../spreadsheet/cells.ts'
import { openFile } from '../spreadsheet/open-file.ts'
import { rowsXml, xlsxOf } from '../spreadsheet/spreadsheet-files.ts'
import { readFile } from '../testing/read-file.ts'

async function billsIn(file: Buffer, name = 'file') {
  const { candidates: bills, ...rest } = await readFile<CandidateBill>('bills', file, name)
  return { bills, ...rest }
}

const csv = (...lines: string[]) => Buffer.from(lines.join('\r\n'))

describe('files of other offices', () => {
  it('other spellings, UTF-8 with commas, and quoted amounts are read', async () => {
    const { bills, issues } = await billsIn(
      csv(
        'STABILE,COD. FISC. STABILE,Nr. Avviso,Unità Immobiliare,Cognome e Nome,C.F.,Entro il,Da pagare (€),Descrizione',
        'Condominio Le Querce,97222450690,A/1,7,Perù Niccolò,GNTLCU62B51F540T,2026-05-31,"1.234,5",Acqua',
        'Condominio Le Querce,97222450690,A/2,8,"Rossi, Anna",,31.05.26,€ 80,Acqua',
      ),
    )
    expect(issues).toEqual([])
    expect(bills).toMatchObject([
      {
        condominium_fiscal_code: '97222450690',
        number: 'A/1',
        unit: '7',
        holder: 'Perù Niccolò',
        amount: 123_450,
        due_date: '2026-05-31',
      },
      { holder: 'Rossi, Anna', amount: 8_000, due_date: '2026-05-31', description: 'Acqua' },
    ])
  })

  it('tabs, UTF-16 ("Testo Unicode" of Excel), surname and name apart, e-mail in capitals', async () => {
    const text =
      '\uFEFFCognome\tNome\tE-MAIL\tScad.\tImporto rata\tCondominio\r\nVerdi\tNiccolò\tN.VERDI@EXAMPLE.COM\t1/6/26\t10,00\tI Tigli\r\n'
    const { bills, issues } = await billsIn(Buffer.from(text, 'utf16le'))
    expect(issues).toEqual([])
    expect(bills).toMatchObject([
      { holder: 'Verdi Niccolò', email: 'n.verdi@example.com', due_date: '2026-06-01', amount: 1_000 },
    ])
  })

  it('a header in row 7, under merged titles with condominium, tax code and IBAN and with blank columns, is found', async () => {
    const rows = rowsXml([
      [null, 'CONDOMINIO I GELSI – Via Larga 3, Milano'],
      [null, 'C.F. 98481810962 – IBAN IT66 B020 0899 1170 0000 9775 371'],
      [null, 'Emissione bollette del 27/04/2026'],
    ])
    const table = rowsXml(
      [
        [null, 'Condòmino', null, 'Int.', null, 'SCADENZA', 'Importo\n€'],
        [null, 'Bianchi Ugo', null, 4, null, '31/05/2026', 99.99],
        [null, 'Neri Ida', null, 5, null, '31/05/2026', 100.00000000000001],
        [null, 'TOTALE', null, null, null, null, 199.99],
      ],
      7,
    )
    const { bills, issues, skipped_totals, notices } = await billsIn(
      xlsxOf([{ name: 'Foglio1', rows: rows + table }]),
    )
    expect(issues).toEqual([])
    expect(notices).toEqual([])
    expect(skipped_totals).toBe(1)
    expect(bills).toMatchObject([
      {
        row: 8,
        unit: '4',
        condominium_name: 'Condominio I Gelsi',
        condominium_fiscal_code: '98481810962',
        iban: 'IT66B0200899117000009775371',
        amount: 9_999,
      },
      { row: 9, unit: '5', amount: 10_000 },
    ])
  })

  it('numbers written the American way are refused cell by cell', async () => {
    const { bills, issues } = await billsIn(
      csv(
        'Condominio;Nominativo;Scadenza;Importo',
        'A;Uno;31/05/2026;1,234.50',
        'A;Due;31/05/2026;12.5',
        'A;Tre;05/31/2026;10',
      ),
    )
    expect(bills).toEqual([])
    expect(issues.map(({ ref, code }) => [ref, code])).toEqual([
      ['D2', 'amount'],
      ['D3', 'amount'],
      ['C4', 'date'],
    ])
  })

  it('the 1904 epoch, dates in built-in and custom formats, reordered sheets and a hidden one are read', async () => {
    const styles =
      '<styleSheet><numFmts><numFmt numFmtId="170" formatCode="[$-410]d\\ mmmm\\ yyyy;@"/><numFmt numFmtId="171" formatCode="&quot;day&quot; 0.00"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="170"/><xf numFmtId="171"/></cellXfs></styleSheet>'
    const header = rowsXml([['Condominio', 'Intestatario', 'Scadenza', 'Importo']])
    const row = (n: number, style: number, name: string) =>
      `<row r="${n}"><c t="inlineStr"><is><t>A</t></is></c><c t="inlineStr"><is><r><t>${name}</t></r><r><t> R.</t></r><rPh><t>x</t></rPh></is></c><c s="${style}"><v>44711.75</v></c><c s="3"><v>12.5</v></c></row>`
    const file = xlsxOf(
      [
        { name: 'Seconda', rows: header + row(2, 1, 'Uno') },
        { name: 'Prima', rows: header + row(2, 2, 'Due') },
        { name: 'Vecchia', rows: header + row(2, 1, 'Tre'), state: 'hidden' },
      ],
      { styles, date1904: true, order: [1, 0, 2] },
    )
    const opened = await openFile(file, 'a.xlsx')
    expect(opened.sheets.map(({ name, hidden }) => [name, hidden])).toEqual([
      ['Prima', false],
      ['Seconda', false],
      ['Vecchia', true],
    ])
    const { bills } = await billsIn(file)
    expect(bills.map(({ holder, due_date, amount }) => [holder, due_date, amount])).toEqual([
      ['Due R.', '2026-05-31', 1_250],
      ['Uno R.', '2026-05-31', 1_250],
    ])
  })

  it('of booleans, errors and formulas the stored value counts; its absence is an error of the cell', async () => {
    const header = rowsXml([['Condominio', 'Intestatario', 'Scadenza', 'Importo', 'Note']])
    const who = (n: number) =>
      `<c r="A${n}" t="str"><f>X1</f><v>I Tigli</v></c><c r="B${n}" t="s"><v>0</v></c><c r="C${n}" s="1"><v>46173</v></c>`
    const rows = [
      `<row r="2">${who(2)}<c r="D2"><f>1+1</f><v>10.1</v></c></row>`,
      `<row r="3">${who(3)}<c r="D3"><f>1+1</f></c></row>`,
      `<row r="4">${who(4)}<c r="D4" t="e"><f>1/0</f><v>#DIV/0!</v></c></row>`,
      `<row r="5">${who(5)}<c r="D5" t="b"><v>1</v></c></row>`,
      `<row r="6">${who(6)}<c r="D6"><v>33.333</v></c></row>`,
      `<row r="7">${who(7)}<c r="D7" t="str"><f>""</f><v></v></c></row>`,
    ]
    const { bills, issues } = await billsIn(
      xlsxOf([{ name: 'A', rows: header + rows.join('') }], { strings: ['<t>Rossi &amp; C.</t>'] }),
    )
    expect(bills).toMatchObject([
      { holder: 'Rossi & C.', condominium_name: 'I Tigli', amount: 1_010, due_date: '2026-05-31' },
    ])
    expect(issues.map(({ ref, code }) => [ref, code])).toEqual([
      ['D3', 'cell_error'],
      ['D4', 'cell_error'],
      ['D5', 'amount'],
      ['D6', 'amount'],
      ['D7', 'missing'],
    ])
    expect(issues[0]?.message).toContain('ricalcola')
    expect(issues[1]).toMatchObject({ value: '#DIV/0!', row: 4, column: 'D', header: 'Importo' })
  })

  it('months without year and day take them from the title, and the year changes after December', async () => {
    const { bills, questions } = await billsIn(
      csv(
        'Gestione 2026/2027 Residenza Le Rose, pagare entro il 5;;;;',
        'Interno;Proprietario;Nov.;dicembre;Gennaio',
        '1;Rossi;10,00;-;30,00',
        '2;Verdi;0;20;',
      ),
    )
    expect(questions).toMatchObject([{ question: 'due_dates', proposal: 'yes', answer: null }])
    expect(
      bills.map(({ unit, due_date, amount, condominium_name }) => [unit, due_date, amount, condominium_name]),
    ).toEqual([
      ['1', '2026-11-05', 1_000, 'Condominio Residenza Le Rose'],
      ['1', '2027-01-05', 3_000, 'Condominio Residenza Le Rose'],
      ['2', '2026-12-05', 2_000, 'Condominio Residenza Le Rose'],
    ])
  })

  it('numbered instalments with dates above or in the header are read; hidden rows and columns are read and counted', async () => {
    const dates = rowsXml([['Condominio Aurora', null, '31/01/2026', '28/02/2026']])
    const table = rowsXml(
      [
        ['Int', 'Nome', 'Rata 1', 'Rata 2', 'Totale'],
        [1, 'Rossi', 10, 20, 30],
      ],
      2,
    )
    const hidden =
      '<row r="4" hidden="1"><c r="A4"><v>2</v></c><c r="B4" t="inlineStr"><is><t>Verdi</t></is></c><c r="D4"><v>5</v></c></row>'
    const file = xlsxOf([
      {
        name: 'Rate',
        rows: dates + table + hidden,
        before: '<cols><col min="4" max="4" hidden="1"/><col min="9" max="16384" hidden="1"/></cols>',
      },
    ])
    const above = await billsIn(file)
    expect(above.bills.map(({ due_date, amount, description }) => [due_date, amount, description])).toEqual([
      ['2026-01-31', 1_000, 'Rate – Rata 1'],
      ['2026-02-28', 2_000, 'Rate – Rata 2'],
      ['2026-02-28', 500, 'Rate – Rata 2'],
    ])
    expect(above.hidden).toEqual({ rows: 1, columns: 1 })

    const inside = await billsIn(
      csv('Int;Nome;Cond.;Rata 1 (31/01/2026);Rata 2 (28/02/2026)', '1;Rossi;Aurora;10;20'),
    )
    expect(inside.bills.map(({ due_date, amount }) => [due_date, amount])).toEqual([
      ['2026-01-31', 1_000],
      ['2026-02-28', 2_000],
    ])
  })

  it('subtotals, a repeated header and footnotes are skipped; a total that differs is asked about', async () => {
    const { count, skipped_totals, skipped_notes, questions, issues } = await billsIn(
      csv(
        'Condominio;Intestatario;Interno;Scadenza;Importo',
        'A;Uno;1;31/05/2026;10,00',
        'A;Due;2;31/05/2026;20,00',
        ';Subtotale scala A;;;30,00',
        'Condominio;Intestatario;Interno;Scadenza;Importo',
        'A;Totale Energie S.p.A.;3;31/05/2026;5,00',
        ';Totale;;;36,00',
        ';;;;35,00',
        'Stampato il 27/04/2026;;;;',
      ),
    )
    expect(issues).toEqual([])
    expect({ count, skipped_totals, skipped_notes }).toEqual({
      count: 3,
      skipped_totals: 3,
      skipped_notes: 1,
    })
    expect(questions.map(({ text }) => text)).toEqual([
      expect.stringContaining('che cosa sono?'),
      expect.stringMatching(/non torna con le righe: .*36,00.*35,00/),
    ])
  })

  it('damaged values are repaired: tax codes and CAP without zeros, omocodia, a leading apostrophe, formula-like names', async () => {
    const { bills, issues, warnings } = await billsIn(
      xlsxOf([
        {
          name: 'A',
          rows: rowsXml([
            [
              'Condominio',
              'Intestatario',
              'CodFisc',
              'PartIva',
              'CAP',
              'Telefono',
              'Scadenza',
              'Importo',
              'N. bolletta',
            ],
            ['A', '=Rossi', 'rssmra85t10a56nh', null, 184, "'+39 333 1234567", '31/05/2026', 10, 17],
            ['A', 'Verdi Srl', null, 1_234_567_897, '20121', null, '31/05/2026', 10, 18],
          ]),
        },
      ]),
    )
    expect(issues).toEqual([])
    expect(bills).toMatchObject([
      {
        holder: '=Rossi',
        fiscal_code: 'RSSMRA85T10A56NH',
        zip_code: '00184',
        phone: '+39 333 1234567',
        number: '17',
      },
      { fiscal_code: '01234567897', zip_code: '20121' },
    ])
    expect(warnings).toMatchObject([{ ref: 'E2', value: '184', code: 'zip_code' }])
  })

  it('the IBANs of the debtors are not taken for the condominium’s', async () => {
    const lines = [
      'IT60X0542811101000000123456',
      'IT20C0306999411000009974229',
      'IT44V0538799902000008246317',
    ].map((iban, i) => `A;Nome ${i};31/05/2026;10;${iban}`)
    const { bills } = await billsIn(csv('Condominio;Nominativo;Scadenza;Importo;IBAN', ...lines))
    expect(bills.map(({ iban }) => iban)).toEqual([undefined, undefined, undefined])
  })

  it('a wrong e-mail or RF reference is reported and left out, and the bill stays', async () => {
    const { bills, issues, warnings } = await billsIn(
      csv(
        'Condominio;Nominativo;Scadenza;Importo;E-mail;Rif. bonifico',
        'A;Uno;31/05/2026;10;uno(at)example.com;RF432026000001',
        'A;Due;30/05/2026;10;due@example.com, tre@example.com;rf42 2026 0000 01',
      ),
    )
    expect(issues).toEqual([])
    expect(warnings.map(({ ref, code }) => [ref, code])).toEqual([
      ['E2', 'email'],
      ['F2', 'creditor_reference'],
    ])
    expect(bills.map(({ email, creditor_reference }) => [email, creditor_reference])).toEqual([
      [undefined, undefined],
      ['due@example.com', 'RF422026000001'],
    ])
  })

  it('a bill without a number is identified by unit, due date and description', async () => {
    const row = 'A;1;Rossi;31/05/2026;10;Acqua'
    const { count, repeated, issues } = await billsIn(
      csv(
        'Condominio;Interno;Intestatario;Scadenza;Importo;Causale',
        row,
        row,
        'A;1;Rossi;31/05/2026;10;Luce',
        'A;1;Rossi;31/05/2026;11;Acqua',
      ),
    )
    expect({ count, repeated }).toEqual({ count: 2, repeated: 1 })
    expect(issues).toMatchObject([{ row: 5, code: 'same_bill' }])
  })

  it('a sheet without known headers is left to the person, who may name the header row', async () => {
    const rows: Row[] = [
      { row: 1, hidden: false, cells: [{ column: 0, kind: 'text', value: 'Elenco' }] },
      {
        row: 3,
        hidden: false,
        cells: [
          { column: 0, kind: 'text', value: 'Pippo' },
          { column: 1, kind: 'text', value: 'Pluto' },
        ],
      },
      {
        row: 4,
        hidden: false,
        cells: [
          { column: 0, kind: 'text', value: 'a' },
          { column: 4, kind: 'number', value: 2 },
        ],
      },
    ]
    expect(recogniseSheet(rows, { sheet_name: 'A' })).toBeNull()
    expect(recogniseSheet(rows, { sheet_name: 'A', header_row: 3 })).toMatchObject({
      layout: 'list',
      first_row: 4,
      columns: [
        { letter: 'A', header: 'Pippo', field: null },
        { letter: 'B', header: 'Pluto', field: null },
        { letter: 'E', header: '', field: null },
      ],
    })
  })
})
