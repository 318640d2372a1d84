import type { Tx } from '../../../db/connection.ts'

/** What stays of an import that was undone, with the reason, as sentences; none when everything is gone. */
export async function leftAfterUndo(tx: Tx, import_id: number): Promise<string[]> {
  const [found] = await tx`
    select
      (select count(*) from bills where import_id = ${import_id})::int as bills,
      (select array_agg(nominative order by nominative) from subjects where import_id = ${import_id}) as subjects,
      (select array_agg(name order by name) from accounts where import_id = ${import_id}) as accounts`
  const { bills = 0, subjects, accounts } = found ?? {}
  return [
    ...(bills > 0
      ? [
          bills === 1
            ? 'Resta una bolletta, annullata: era già nei registri, e una registrazione non si cancella.'
            : `Restano ${grouped.format(bills)} bollette, annullate: erano già nei registri, e una registrazione non si cancella.`,
        ]
      : []),
    ...staying(subjects, 'Resta una persona', 'Restano # persone'),
    ...staying(accounts, 'Resta un condominio', 'Restano # condomìni'),
  ]
}

/** Records stay when something else names them: later bills or units, or entries of the ledger. */
function staying(names: string[] | null, one: string, many: string): string[] {
  if (!names) return []
  const how = names.length === 1 ? one : many.replace('#', grouped.format(names.length))
  const shown = names.slice(0, SHOWN).join(', ')
  const more = names.length > SHOWN ? ` e ${grouped.format(names.length - SHOWN)} altri` : ''
  return [`${how}, perché altri dati o registrazioni contabili lo richiedono: ${shown}${more}.`]
}
const SHOWN = 5

const grouped = new Intl.NumberFormat('it-IT', { useGrouping: 'always' })
