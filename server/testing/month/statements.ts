import { addDays, type Day } from '@saldo/domain/dates'
import { camtStatement } from '../../features/demo/collections/camt-statement.ts'
import { csvStatement } from '../../features/demo/collections/csv-statement.ts'
import { rhStatement } from '../../features/demo/collections/rh-statement.ts'
import type { StatedAccount } from '../../features/demo/collections/stated.ts'
import type { Month, MonthMovement } from './month.ts'

const opening = 1_234_567

/**
 * The files that the banks give of these movements: one camt with the accounts of all condominiums of that bank, one RH
 * likewise, and one CSV for each other condominium.
 */
export function statementFiles(
  { buildings, day }: Month,
  movements: readonly MonthMovement[],
  to: Day,
): { name: string; content: Buffer | string }[] {
  const accounts = buildings.map(({ iban, name }, building): StatedAccount & { bank: string } => ({
    ...{
      iban,
      holder: name,
      opening,
      from: addDays(day, -30),
      to,
      bank: buildings[building]?.bank ?? 'camt',
    },
    movements: movements.filter((each) => each.building === building),
  }))
  const of = (bank: string) => accounts.filter((each) => each.bank === bank && each.movements.length > 0)
  const stamp = to.replaceAll('-', '')
  return [
    ...(of('camt').length > 0
      ? [{ name: `estratto-${stamp}.xml`, content: camtStatement(`EC-${stamp}`, of('camt')) }]
      : []),
    ...(of('rh').length > 0
      ? [{ name: `estratto-${stamp}.txt`, content: rhStatement(`RH-${stamp}`, to, of('rh')) }]
      : []),
    ...of('csv').map((account, index) => ({
      name: `movimenti-${stamp}-${index + 1}.csv`,
      content: csvStatement(account),
    })),
  ]
}
