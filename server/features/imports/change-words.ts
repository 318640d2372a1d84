import { formatDate } from '@saldo/domain/dates'
import type { Row } from 'postgres'
import type { Tx } from '../../db/connection.ts'

type Change = {
  noun: string
  row_id: number
  before: Record<string, unknown>
  after: Record<string, unknown>
}
type Note = { ref: null; header: null; value: string; code: string; message: string }

/** The changes of some rows in words: those an import would make, or has made. */
export async function changesOfRows(
  tx: Tx,
  import_id: number,
  rows: readonly Row[],
): Promise<Map<number, Note[]>> {
  const changes = await tx<Change[]>`
    select noun, row_id, before, after from import_changes
    where import_id = ${import_id} and row_id = any (${rows.map(({ row_id }) => row_id)}::bigint[])
    order by row_id, noun`
  const byRow = Map.groupBy(changes, ({ row_id }) => row_id)
  return new Map([...byRow].map(([row_id, some]) => [row_id, some.flatMap(notesOf)]))
}

const notesOf = ({ noun, before, after }: Change): Note[] =>
  Object.entries(after)
    .filter(([key]) => !['house_number', 'share_denominator'].includes(key))
    .map(([key]) => {
      const shown = (side: Record<string, unknown>) =>
        key === 'share_numerator'
          ? `${side.share_numerator}/${side.share_denominator ?? after.share_denominator}`
          : inWords(noun, key, side[key])
      const name = noun === 'weights' ? key : (names[key] ?? key)
      const was = before[key] === null || before[key] === undefined ? '' : shown(before)
      const message =
        was === ''
          ? `${name}: si aggiunge «${shown(after)}».`
          : `${name}: «${was}» diventa «${shown(after)}».`
      return { ref: null, header: null, value: '', code: 'change', message }
    })

function inWords(noun: string, key: string, value: unknown): string {
  if (noun === 'weights') return String(Number(value) / 10_000).replace('.', ',')
  if (key === 'use') return uses[String(value)] ?? String(value)
  if (key === 'pays') return value === true ? 'sì' : 'no'
  return key === 'since' || key === 'until' ? formatDate(String(value)) : String(value)
}

const names: Record<string, string> = {
  email: 'E-mail',
  pec: 'PEC',
  fiscal_code: 'Codice fiscale',
  phone: 'Telefono',
  address: 'Indirizzo',
  zip_code: 'CAP',
  city: 'Comune',
  prov: 'Provincia',
  use: 'Tipo',
  floor: 'Piano',
  cadastral_sheet: 'Foglio',
  cadastral_parcel: 'Particella',
  cadastral_subunit: 'Subalterno',
  cadastral_category: 'Categoria catastale',
  share_numerator: 'Quota',
  since: 'Dal',
  until: 'Fino al',
  pays: 'Paga le bollette',
}
const uses: Record<string, string> = {
  home: 'abitazione',
  shop: 'negozio',
  office: 'ufficio',
  garage: 'box o posto auto',
  cellar: 'cantina',
  other: 'altro',
}
