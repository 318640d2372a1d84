import { describe, expect, it } from 'vitest'
import { readStatements, refusalOf } from '../testing/fixtures.ts'

const IBAN = 'IT20C0306999411000009974229'
const OTHER = 'IT44V0538799902000008246317'

type Parts = {
  version?: '02' | '08'
  kind?: '053' | '054'
  balances?: string
  summary?: string
  entries?: string
  account?: string
}

/** A message of one statement: opening 100.00, closing 110.00. */
function message({
  version = '02',
  kind = '053',
  account,
  summary = '',
  entries = entry(),
  ...parts
}: Parts): string {
  const [root, report] = kind === '053' ? ['BkToCstmrStmt', 'Stmt'] : ['BkToCstmrDbtCdtNtfctn', 'Ntfctn']
  const balances = parts.balances ?? balance('OPBD', '100.00') + balance('CLBD', '110.00')
  const created = '<CreDtTm>2026-06-30T06:10:00</CreDtTm>'
  return [
    `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.${kind}.001.${version}"><${root}><GrpHdr><MsgId>M</MsgId>${created}</GrpHdr>`,
    `<${report}><Id>S1</Id>${created}<Acct>${account ?? `<Id><IBAN>${IBAN}</IBAN></Id>`}</Acct>`,
    `${kind === '053' ? balances : ''}${summary}`,
    `${entries}</${report}></${root}></Document>`,
  ].join('\n')
}

const amount = (value: string, currency = 'EUR') => `<Amt Ccy="${currency}">${value}</Amt>`
const balance = (code: string, value: string, sign = 'CRDT') =>
  `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp>${amount(value)}<CdtDbtInd>${sign}</CdtDbtInd><Dt><Dt>2026-06-30</Dt></Dt></Bal>`

type EntryParts = {
  value?: string
  sign?: string
  status?: string
  booked?: string
  reference?: string
  details?: string
  note?: string
  reversal?: string
  currency?: string
}
function entry(parts: EntryParts = {}): string {
  const {
    value = '10.00',
    sign = 'CRDT',
    status = 'BOOK',
    booked = '<Dt>2026-06-01</Dt>',
    reference = 'B1',
  } = parts
  return [
    `<Ntry>${amount(value, parts.currency)}<CdtDbtInd>${sign}</CdtDbtInd>${parts.reversal ?? ''}<Sts>${status}</Sts>`,
    booked && `<BookgDt>${booked}</BookgDt>`,
    reference && `<AcctSvcrRef>${reference}</AcctSvcrRef>`,
    `<BkTxCd><Prtry><Cd>48</Cd></Prtry></BkTxCd>${parts.details ?? ''}${parts.note ? `<AddtlNtryInf>${parts.note}</AddtlNtryInf>` : ''}</Ntry>`,
  ].join('')
}
const details = (...content: string[]) => `<NtryDtls>${content.join('')}</NtryDtls>`
const item = (content: string) => `<TxDtls>${content}</TxDtls>`
const itemOf = (value: string, rest = '') => item(`<AmtDtls><TxAmt>${amount(value)}</TxAmt></AmtDtls>${rest}`)

const statementOf = async (parts: Parts) => (await readStatements(message(parts))).statements[0]!
const movementOf = async (parts: EntryParts, of: Parts = {}) =>
  (await statementOf({ ...of, entries: entry(parts) })).movements[0]!

describe('entries', () => {
  it('that are not booked are counted and are no movements', async () => {
    const entries = entry() + entry({ status: 'PDNG', value: '7.00' }) + entry({ status: 'INFO', booked: '' })
    expect(await statementOf({ entries })).toMatchObject({
      pending: 2,
      movements: [{ entry: 1, amount: 1000 }],
    })
    const later = entries.replace(/<Sts>(\w+)</g, '<Sts><Cd>$1</Cd><')
    expect(await statementOf({ version: '08', entries: later })).toMatchObject({ pending: 2 })
  })

  it.each([
    ['<Dt>2026-06-01</Dt>', '2026-06-01'],
    ['<DtTm>2026-06-01T23:59:59</DtTm>', '2026-06-01'],
    ['<DtTm>2026-06-01T22:30:00Z</DtTm>', '2026-06-02'],
    ['<DtTm>2026-06-01T23:30:00.000+02:00</DtTm>', '2026-06-01'],
    ['<DtTm>2026-01-01T00:30:00+02:00</DtTm>', '2025-12-31'],
  ])('are booked on the day in Rome: %s', async (booked, day) => {
    expect((await movementOf({ booked })).booked_on).toBe(day)
  })

  it.each([
    ['10', 1000],
    ['10.0', 1000],
    ['10.00000', 1000],
    ['0010.01', 1001],
  ])('may write %s', async (value, cents) => {
    const balances = balance('OPBD', '0') + balance('CLBD', String(cents / 100))
    expect(await statementOf({ balances, entries: entry({ value }) })).toMatchObject({
      movements: [{ amount: cents }],
    })
  })

  it('have the text of all their parts, each once', async () => {
    const remittance = '<RmtInf><Ustrd>RATA 1</Ustrd><Ustrd>RATA 2</Ustrd></RmtInf>'
    const movement = await movementOf({
      details: details(itemOf('10.00', `${remittance}<AddtlTxInf>NOTA</AddtlTxInf>`)),
      note: 'RATA 1',
    })
    expect(movement.text).toBe('RATA 1 RATA 2 NOTA RATA 1')
    expect((await movementOf({ note: 'COMMISSIONI' })).text).toBe('COMMISSIONI')
  })

  it('keep one structured reference, and put several into the text', async () => {
    const structured = (reference: string) => `<Strd><CdtrRefInf><Ref>${reference}</Ref></CdtrRefInf></Strd>`
    const one = await movementOf({
      details: details(itemOf('10.00', `<RmtInf>${structured('RF1')}</RmtInf>`)),
    })
    expect(one).toMatchObject({ structured_reference: 'RF1', text: '' })
    const two = await movementOf({
      details: details(itemOf('10.00', `<RmtInf>${structured('RF1')}${structured('RF2')}</RmtInf>`)),
    })
    expect(two).toMatchObject({ structured_reference: null, text: 'RF1 RF2' })
  })

  it('have no reference where the bank writes NOTPROVIDED', async () => {
    const refs = '<Refs><PmtInfId>P1</PmtInfId><EndToEndId>NOTPROVIDED</EndToEndId></Refs>'
    expect(await movementOf({ details: details(item(refs)) })).toMatchObject({
      end_to_end_id: null,
      batch_reference: 'P1',
    })
  })
})

describe('the other side', () => {
  const party = (role: string, name: string, iban: string) =>
    `<${role}><Nm>${name}</Nm></${role}><${role}Acct><Id><IBAN>${iban}</IBAN></Id></${role}Acct>`
  const both = (us: 'Dbtr' | 'Cdtr') =>
    party('Dbtr', us === 'Dbtr' ? 'Noi' : 'Rossi', us === 'Dbtr' ? IBAN : OTHER) +
    party('Cdtr', us === 'Cdtr' ? 'Noi' : 'Verdi', us === 'Cdtr' ? IBAN : OTHER)
  const nameOf = async (parties: string, parts: EntryParts = {}, more = '') => {
    const balances = balance('OPBD', '100.00') + balance('CLBD', parts.sign === 'DBIT' ? '90.00' : '110.00')
    return (
      await movementOf(
        { ...parts, details: details(itemOf('10.00', `<RltdPties>${parties}</RltdPties>${more}`)) },
        { balances },
      )
    ).party_name
  }

  it('is never the owner of the account, whatever the direction', async () => {
    for (const sign of ['CRDT', 'DBIT']) {
      expect(await nameOf(both('Cdtr'), { sign })).toBe('Rossi')
      expect(await nameOf(both('Dbtr'), { sign })).toBe('Verdi')
    }
  })

  it('without accounts is the payer of a credit and the payee of a debit, and the reverse when a payment comes back', async () => {
    const names = '<Dbtr><Nm>Da</Nm></Dbtr><Cdtr><Nm>A</Nm></Cdtr>'
    const returned = '<RtrInf><Rsn><Cd>AM04</Cd></Rsn></RtrInf>'
    expect(await nameOf(names)).toBe('Da')
    expect(await nameOf(names, { sign: 'DBIT' })).toBe('A')
    expect(await nameOf(names, { sign: 'DBIT' }, returned)).toBe('Da')
    expect(await nameOf(names, { sign: 'DBIT', reversal: '<RvslInd>true</RvslInd>' })).toBe('Da')
  })

  it('has no IBAN and no tax code that fail their checks', async () => {
    const parties =
      '<Dbtr><Nm>Rossi</Nm><Id><PrvtId><Othr><Id>ABC</Id></Othr><Othr><Id>frrbbr76b43a448s</Id></Othr></PrvtId></Id></Dbtr><DbtrAcct><Id><IBAN>IT00</IBAN></Id></DbtrAcct>'
    expect(
      await movementOf({ details: details(itemOf('10.00', `<RltdPties>${parties}</RltdPties>`)) }),
    ).toMatchObject({
      party_name: 'Rossi',
      party_iban: null,
      party_fiscal_code: 'FRRBBR76B43A448S',
    })
  })
})

describe('reversals', () => {
  const balances = balance('OPBD', '100.00') + balance('CLBD', '90.00')
  const reversal = { sign: 'DBIT', reversal: '<RvslInd>true</RvslInd>' }
  it.each([
    ['in the reference of the details', '<Refs><AcctSvcrRef>B0</AcctSvcrRef></Refs>', 'B0'],
    [
      'in the additional text',
      '<Refs><AcctSvcrRef>B1</AcctSvcrRef></Refs><AddtlTxInf>RIF. OPERAZIONE B0</AddtlTxInf>',
      'B0',
    ],
    ['nowhere', '<Refs><AcctSvcrRef>B1</AcctSvcrRef></Refs>', null],
  ])('name the entry that they take back %s', async (_, content, reference) => {
    expect(await movementOf({ ...reversal, details: details(item(content)) }, { balances })).toMatchObject({
      is_reversal: true,
      bank_reference: 'B1',
      reversed_reference: reference,
    })
  })
})

describe('items of an entry', () => {
  it('become movements that share it, each with its sign and line', async () => {
    const signed = (value: string, sign: string) =>
      `\n${item(`${amount(value)}<CdtDbtInd>${sign}</CdtDbtInd>`)}`
    const entries = entry({ details: details(signed('12.50', 'CRDT'), signed('2.50', 'DBIT')) }).replace(
      'BOOK',
      '<Cd>BOOK</Cd>',
    )
    expect(await statementOf({ version: '08', entries })).toMatchObject({
      movements: [
        { entry: 1, item: 1, items: 2, amount: 1250, line: 5 },
        { entry: 1, item: 2, items: 2, amount: -250, line: 6 },
      ],
    })
  })

  it('may be batches without items of their own', async () => {
    const batch = (id: string, value: string) =>
      details(
        `<Btch><PmtInfId>${id}</PmtInfId><NbOfTxs>3</NbOfTxs><TtlAmt Ccy="EUR">${value}</TtlAmt></Btch>`,
      )
    expect(
      await statementOf({ entries: entry({ details: batch('P1', '4.00') + batch('P2', '6.00') }) }),
    ).toMatchObject({
      movements: [
        { batch_reference: 'P1', amount: 400 },
        { batch_reference: 'P2', amount: 600 },
      ],
    })
  })

  it('take the amount of the entry if there is one item, ordered in another currency', async () => {
    const other = item(`<AmtDtls><TxAmt>${amount('11.00', 'USD')}</TxAmt></AmtDtls>`)
    expect((await movementOf({ details: details(other) })).amount).toBe(1000)
  })

  it('may be one from which the bank kept the charges that it states', async () => {
    const charges = `<Chrgs>${amount('1.50')}</Chrgs>`
    expect(await movementOf({ details: details(itemOf('11.50', charges)) })).toMatchObject({ amount: 1000 })
    const records = `<Chrgs><Rcrd>${amount('1.00')}</Rcrd><Rcrd>${amount('0.50')}</Rcrd></Chrgs>`
    const later = entry({ details: details(item(`${amount('11.50')}${records}`)) }).replace(
      'BOOK',
      '<Cd>BOOK</Cd>',
    )
    expect(await statementOf({ version: '08', entries: later })).toMatchObject({
      movements: [{ amount: 1000 }],
    })
    await refusalOf(message({ entries: entry({ details: details(itemOf('11.51', charges)) }) }))
  })

  it.each([
    ['a sum that is not the entry’s', details(itemOf('4.00'), itemOf('5.00')), /fanno/],
    ['one item that is not the entry', details(itemOf('9.00')), /fanno/],
    ['no amounts', details(item(''), item('')), /manca l’importo/],
    [
      'fewer items than the batch says',
      details('<Btch><NbOfTxs>3</NbOfTxs></Btch>', itemOf('4.00'), itemOf('6.00')),
      /dichiara 3/,
    ],
    [
      'another sum than the batch says',
      details(`<Btch><TtlAmt Ccy="EUR">9.00</TtlAmt></Btch>`, itemOf('4.00'), itemOf('6.00')),
      /dichiara 9,00/,
    ],
  ])('refuse the file with %s', async (_, content, sentence) => {
    const refusal = await refusalOf(message({ entries: entry({ details: content }) }))
    expect(refusal.message).toMatch(sentence)
    expect(refusal.line).toBe(4)
  })
})

describe('balances and totals', () => {
  it.each([
    ['the closing of the day before', balance('PRCD', '100.00') + balance('CLBD', '110.00')],
    ['both openings', balance('PRCD', '100.00') + balance('OPBD', '100.00') + balance('CLBD', '110.00')],
    [
      'other kinds beside',
      balance('OPAV', '1.00') +
        balance('OPBD', '100.00') +
        balance('CLBD', '110.00') +
        balance('CLAV', '2.00'),
    ],
  ])('begin from %s', async (_, balances) => {
    expect(await statementOf({ balances })).toMatchObject({ opening: 10000, closing: 11000 })
  })

  it('may be below zero', async () => {
    const balances = balance('OPBD', '15.00', 'DBIT') + balance('CLBD', '5.00', 'DBIT')
    expect(await statementOf({ balances })).toMatchObject({ opening: -1500, closing: -500 })
  })

  it('are not in a notification', async () => {
    expect(await statementOf({ kind: '054' })).toMatchObject({
      opening: null,
      closing: null,
      movements: [{ amount: 1000 }],
    })
  })

  it.each([
    ['no closing', { balances: balance('OPBD', '100.00') }, /finale \(CLBD\)/],
    ['no opening', { balances: balance('CLBD', '110.00') }, /iniziale \(OPBD\)/],
    [
      'two closings',
      { balances: balance('OPBD', '100.00') + balance('CLBD', '110.00').repeat(2) },
      /due saldi/,
    ],
    [
      'openings that differ',
      { balances: balance('PRCD', '99.00') + balance('OPBD', '100.00') + balance('CLBD', '110.00') },
      /precedente/,
    ],
    [
      'another closing',
      { balances: balance('OPBD', '100.00') + balance('CLBD', '110.01') },
      /110,00.*110,01/,
    ],
    [
      'another number of entries',
      { summary: '<TxsSummry><TtlNtries><NbOfNtries>2</NbOfNtries></TtlNtries></TxsSummry>' },
      /TtlNtries/,
    ],
    [
      'another sum of credits',
      {
        summary:
          '<TxsSummry><TtlCdtNtries><NbOfNtries>1</NbOfNtries><Sum>9.99</Sum></TtlCdtNtries></TxsSummry>',
      },
      /TtlCdtNtries/,
    ],
    [
      'debits that are not there',
      { summary: '<TxsSummry><TtlDbtNtries><NbOfNtries>1</NbOfNtries></TtlDbtNtries></TxsSummry>' },
      /TtlDbtNtries/,
    ],
    [
      'another net sum',
      {
        summary:
          '<TxsSummry><TtlNtries><TtlNetNtryAmt>1.00</TtlNetNtryAmt><CdtDbtInd>CRDT</CdtDbtInd></TtlNtries></TxsSummry>',
      },
      /TtlNtries/,
    ],
  ] as [string, Parts, RegExp][])('refuse the file with %s', async (_, parts, sentence) => {
    const refusal = await refusalOf(message(parts))
    expect(refusal.message).toMatch(sentence)
    expect(refusal.line).toBeGreaterThan(1)
  })

  it('may count entries that are not booked', async () => {
    const entries = entry() + entry({ status: 'PDNG', value: '7.00' })
    const summary = (count: number, sum: string) =>
      `<TxsSummry><TtlNtries><NbOfNtries>${count}</NbOfNtries><Sum>${sum}</Sum></TtlNtries></TxsSummry>`
    for (const stated of [summary(1, '10.00'), summary(2, '17.00')])
      expect(await statementOf({ entries, summary: stated })).toMatchObject({ pending: 1 })
    await refusalOf(message({ entries, summary: summary(2, '10.00') }))
  })
})

describe('the whole file is refused with', () => {
  const twice = entry() + entry()
  it.each([
    ['an entry in another currency', { entries: entry({ currency: 'USD' }) }, /USD/],
    [
      'an account in another currency',
      { account: `<Id><IBAN>${IBAN}</IBAN></Id><Ccy>CHF</Ccy>` },
      /non è in euro/,
    ],
    ['an account without IBAN', { account: '<Id><Othr><Id>12345</Id></Othr></Id>' }, /IBAN/],
    [
      'an account that fails its checks',
      { account: '<Id><IBAN>IT21C0306999411000009974229</IBAN></Id>' },
      /IT21 •••• 4229/,
    ],
    ['less than a cent', { entries: entry({ value: '10.001' }) }, /importo in euro e centesimi/],
    ['a decimal comma', { entries: entry({ value: '10,00' }) }, /importo in euro e centesimi/],
    ['six decimals', { entries: entry({ value: '10.000000' }) }, /importo in euro e centesimi/],
    ['a minus', { entries: entry({ value: '-10.00' }) }, /importo in euro e centesimi/],
    ['an amount beyond any payment', { entries: entry({ value: '1000000000.00' }) }, /troppo grande/],
    ['an unknown sign', { entries: entry({ sign: 'CR' }) }, /CRDT o DBIT/],
    ['an unknown status', { entries: entry({ status: 'XXXX' }) }, /Sts/],
    ['an impossible day', { entries: entry({ booked: '<Dt>2026-02-30</Dt>' }) }, /non è una data/],
    ['no day of booking', { entries: entry({ booked: '' }) }, /BookgDt/],
    ['the same notification twice', { kind: '054', entries: twice }, /due volte/],
    ['amounts twice', { entries: entry().replace('<Amt ', `${amount('10.00')}<Amt `) }, /Amt/],
    ['an entry out of its place', { entries: `${entry()}<Stmt/>` }, /punto in cui non può stare/],
  ] as [string, Parts, RegExp][])('%s', async (_, parts, sentence) => {
    const refusal = await refusalOf(message(parts))
    expect(refusal.message).toMatch(sentence)
    expect(refusal.line).toBeGreaterThan(1)
  })

  it('the same statement twice', async () => {
    const file = message({})
    const [statement = ''] = /<Stmt>[\s\S]*<\/Stmt>/.exec(file) ?? []
    expect((await refusalOf(file.replace(statement, `${statement}\n${statement}`))).message).toContain(
      'due volte',
    )
  })
})
