import { totalWords, weightText } from '@saldo/domain/registry/unit'
import { rightNames } from '@saldo/domain/right-holder'
import type { Reply } from '../../api.ts'
import { rightLine, tableKindNames } from './unit-words.ts'

export type MyUnit = Reply<'GET /v1/myunits'>['units'][number]
type Row = [name: string, value: string]

/**
 * What a resident reads of a unit: the rights in it, its weight in each table, its cadastral data. `several`: the resident has
 * more than one record, so each right says whose it is.
 */
export function myUnitRows({ rights, weights, ...unit }: MyUnit, several: boolean): Row[] {
  const cadastral = [
    unit.cadastral_sheet && `foglio ${unit.cadastral_sheet}`,
    unit.cadastral_parcel && `particella ${unit.cadastral_parcel}`,
    unit.cadastral_subunit && `subalterno ${unit.cadastral_subunit}`,
    unit.cadastral_category && `categoria ${unit.cadastral_category}`,
  ].filter(Boolean)
  return [
    ...rights.map((right): Row => {
      const kind = rightNames[right.right_kind]
      // After the kind, which is the row's name.
      const rest = rightLine(right).slice(kind.length + 2)
      return [kind, [several && right.nominative, rest].filter(Boolean).join(', ') || 'intera']
    }),
    ...weights.map((table): Row => [table.name || tableKindNames[table.kind], weightWords(table)]),
    ...(cadastral.length > 0 ? [['Catasto', cadastral.join(', ')] as Row] : []),
  ]
}

/** `31,25 su 1.000`; of a meter, what it reads. */
function weightWords({ kind, weight, total }: MyUnit['weights'][number]): string {
  const own = weightText(weight)
  return kind === 'meter' ? own : `${own} su ${totalWords({ kind, total }).sum}`
}
