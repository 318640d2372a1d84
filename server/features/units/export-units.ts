import * as contract from '@saldo/contract/registry/units'
import { formatEuro } from '@saldo/domain/money'
import { unitUseNames, weightText } from '@saldo/domain/registry/unit'
import { rightNames } from '@saldo/domain/right-holder'
import { exportReply, type ListColumn } from '../../exports/export-reply.ts'
import { serveAcross } from '../../http/serve.ts'
import { unitsList } from './units-list.ts'

export const exportUnits = serveAcross(contract.exportUnits, ({ as, services, query }) =>
  exportReply({ as, services, listing: unitsList, query, columns: unitColumns, name: 'unita' }),
)

type Person = contract.UnitPerson

/** Several people of a unit are in one cell, in the same order in each column. */
const eachOf = (people: Person[], text: (person: Person) => string | null) =>
  people.map((person) => text(person) ?? '—').join('; ')

/** The columns of exported units. */
const unitColumns: Record<string, ListColumn> = {
  name: { header: 'Unità', kind: 'text' },
  staircase: { header: 'Scala', kind: 'text' },
  floor: { header: 'Piano', kind: 'text' },
  number: { header: 'Interno', kind: 'text' },
  use: { header: 'Tipo', kind: 'text', value: ({ use }) => unitUseNames[use as contract.Unit['use']] },
  weight: {
    header: 'Millesimi',
    kind: 'text',
    value: ({ weight }) => weightText(weight),
  },
  people: {
    header: 'Persone',
    kind: 'text',
    value: ({ people }) =>
      eachOf(
        people,
        ({ nominative, right_kind }) => `${nominative} (${rightNames[right_kind].toLowerCase()})`,
      ),
  },
  phone: { header: 'Telefono', kind: 'text', value: ({ people }) => eachOf(people, ({ phone }) => phone) },
  email: { header: 'E-mail', kind: 'text', value: ({ people }) => eachOf(people, ({ email }) => email) },
  residue: { header: 'Da incassare', kind: 'amount' },
  overdue: { header: 'Scaduto', kind: 'amount' },
  credit: {
    header: 'Credito delle persone',
    kind: 'text',
    value: ({ people }) =>
      eachOf(
        (people as Person[]).filter(({ credit }) => credit),
        ({ nominative, credit }) => `${nominative} ${formatEuro(credit ?? 0)}`,
      ),
  },
}
