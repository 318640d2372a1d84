import { totalWords, weightText } from '@saldo/domain/registry/unit'
import { listSource } from '../../session/list-source.ts'
import { Amount } from '../../ui/data/Amount.tsx'
import { OverdueAmount } from '../../ui/data/OverdueAmount.tsx'
import { owedSentence } from '../../ui/data/owed-words.ts'
import { TwoLineCell } from '../../ui/data/TwoLineCell.tsx'
import type { ListDefinition } from '../../ui/grid/list.ts'
import { withoutFigures } from '../../ui/grid/without-figures.ts'
import type { UnitRow } from './register-query.ts'
import { UnitPeople } from './UnitPeople.tsx'
import styles from './Units.module.css'
import { unitLine } from './unit-words.ts'

/** What the user may see of the units' people and bills. */
export type Seen = { bills: boolean; people: boolean }

/**
 * The units of a condominium; without sums or contacts for users who may not see them. `decimals`: of the millesimi, so
 * that their commas stand below each other.
 */
export function unitsList(account_id: number, seen: Seen, decimals: number): ListDefinition<UnitRow> {
  const list = allOfUnits(account_id, seen, decimals)
  const hidden = [...(seen.bills ? [] : ['residue', 'overdue', 'debt']), ...(seen.people ? [] : ['contact'])]
  return seen.bills && seen.people ? list : withoutFigures(list, hidden)
}

const allOfUnits = (account_id: number, seen: Seen, decimals: number): ListDefinition<UnitRow> => ({
  source: listSource('units', { account_id: String(account_id) }),
  words: { one: 'unità', many: 'unità', feminine: true },
  columns: [
    {
      id: 'name',
      header: 'Unità',
      width: 170,
      sort: 'position',
      fixed: true,
      exports: ['name', 'staircase', 'floor', 'number', 'use'],
      cell: (unit) => <TwoLineCell first={unit.name} second={unitLine(unit)} />,
    },
    {
      id: 'weight',
      header: 'Millesimi',
      width: 96,
      align: 'right',
      sort: true,
      total: ({ weight = 0 }) => totalWords({ kind: 'value', total: weight }, decimals).sum,
      cell: ({ weight }) =>
        weight === null ? <span className={styles.note}>mancano</span> : weightText(weight, decimals),
    },
    {
      id: 'people',
      header: 'Persone e recapiti',
      width: 280,
      grow: 1,
      sort: 'holder',
      exports: seen.people ? ['people', 'phone', 'email'] : ['people'],
      cell: (unit) => <UnitPeople unit={unit} contacts={seen.people} />,
    },
    {
      id: 'residue',
      header: 'Da incassare',
      width: 120,
      align: 'right',
      sort: true,
      total: 'residue',
      exports: ['residue', 'credit'],
      cell: ({ residue }) => <Amount cents={residue} size={residue ? 'strong' : 'text'} />,
    },
    {
      id: 'overdue',
      header: 'Scaduto',
      width: 110,
      align: 'right',
      sort: true,
      total: 'overdue',
      cell: ({ overdue }) => <OverdueAmount cents={overdue} />,
    },
  ],
  filters: [
    {
      kind: 'choice',
      id: 'weight',
      label: 'Millesimi',
      options: [
        { value: 'without', label: 'Senza millesimi' },
        { value: 'with', label: 'Con millesimi' },
      ],
    },
    {
      kind: 'choice',
      id: 'contact',
      label: 'Recapiti',
      options: [
        { value: 'without', label: 'Senza recapito' },
        { value: 'with', label: 'Con recapito' },
      ],
    },
    {
      kind: 'choice',
      id: 'debt',
      label: 'Saldo',
      options: [
        { value: 'overdue', label: 'Con importi scaduti' },
        { value: 'due', label: 'Con qualcosa da pagare' },
        { value: 'none', label: 'Niente da pagare' },
      ],
    },
  ],
  defaultSort: 'position',
  rowId: ({ unit_id }) => String(unit_id),
  rowName: ({ name }) => name,
  card: (unit) => ({ title: unit.name, subtitle: unitLine(unit), amount: unit.residue ?? 0 }),
  summary: (sums) => owedSentence('da incassare', sums),
  searches: 'Scala, interno, persona',
})
