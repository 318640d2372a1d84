import { describe, expect, it } from 'vitest'
import { type MyUnit, myUnitRows } from './my-unit-words.ts'

const right: MyUnit['rights'][number] = {
  ...{ nominative: 'Rossi Lucia', right_kind: 'owner', share_numerator: 1, share_denominator: 1 },
  ...{ since: null, until: null, pays: false },
}
const unit: MyUnit = {
  ...{ unit_id: 1, account_id: 1, account_name: 'Via Ghibellina 41', name: 'Int. 7, scala A' },
  ...{ staircase: 'A', number: '7', floor: '3', use: 'home' },
  ...{ cadastral_sheet: null, cadastral_parcel: null, cadastral_subunit: null, cadastral_category: null },
  rights: [right],
  weights: [],
}

describe('what a resident reads of a unit', () => {
  it('is a whole right in one word, and a share with its period', () => {
    expect(myUnitRows(unit, false)).toEqual([['Proprietà', 'intera']])
    const half = { ...right, share_denominator: 2, since: '2020-01-31', pays: true }
    expect(myUnitRows({ ...unit, rights: [half] }, false)).toEqual([
      ['Proprietà', '1/2, dal 31/01/2020, paga le bollette'],
    ])
  })
  it('names whose right it is when the resident has several records', () => {
    expect(myUnitRows(unit, true)).toEqual([['Proprietà', 'Rossi Lucia']])
  })
  it('is the weight in each table, out of the table’s sum; of a meter, what it reads', () => {
    const weights: MyUnit['weights'] = [
      { name: 'Tabella A', kind: 'value', weight: 312_500, total: 10_000_000 },
      { name: 'Scala A', kind: 'stairs', weight: 0, total: 5_005_000 },
      { name: 'Acqua', kind: 'meter', weight: 1_230_000, total: 9_000_000 },
    ]
    expect(myUnitRows({ ...unit, rights: [], weights }, false)).toEqual([
      ['Tabella A', '31,25 su 1.000'],
      ['Scala A', '0 su 500,5'],
      ['Acqua', '123'],
    ])
  })
  it('is what the office has written of the land register, and nothing where it has not', () => {
    const known = { ...unit, rights: [], cadastral_sheet: '12', cadastral_subunit: '7' }
    expect(myUnitRows(known, false)).toEqual([['Catasto', 'foglio 12, subalterno 7']])
    expect(myUnitRows({ ...unit, rights: [] }, false)).toEqual([])
  })
})
