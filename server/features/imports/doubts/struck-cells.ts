import type { DataRow } from '../read/data-rows.ts'
import type { Doubt, RowDoubts } from '../read/row-doubts.ts'
import { capital, SKIP } from '../registry/role-words.ts'
import { cellText } from '../spreadsheet/cells.ts'

/**
 * Asks about cells that are struck through: who strikes a row or a telephone out has not deleted it, and does not mean it
 * any more. True if the whole row is left out; single cells that are left out are removed from the row.
 */
export function leavesOutStruck<F extends string>(
  { row, cells, of }: DataRow<F>,
  doubts: RowDoubts,
): boolean {
  const struck = row.cells.filter((cell) => cell.struck)
  if (struck.length === 0) return false
  const name = of('holder' as F) ?? of('surname' as F)
  if (name?.struck || struck.length === row.cells.length)
    return doubts.ask(row.row, cellText(name ?? struck[0]), struckRows) === SKIP
  for (const cell of struck)
    if (doubts.ask(row.row, cellText(cell), struckCells) === SKIP) delete cells[cell.column]
  return false
}

const struckRows: Doubt = {
  question: 'rows:struck',
  text: ({ inRows, examples }) =>
    `${capital(inRows)} il nome è barrato nel foglio (${examples}): queste righe vanno importate?`,
  options: [
    { value: SKIP, label: 'No, restano fuori', detail: null },
    { value: 'read', label: 'Sì, come le altre', detail: null },
  ],
  proposal: SKIP,
}

const struckCells: Doubt = {
  question: 'rows:struck_cells',
  text: ({ inRows, examples }) =>
    `${capital(inRows)} ci sono celle barrate nel foglio (${examples}): valgono ancora?`,
  options: [
    { value: SKIP, label: 'No: non importarle', detail: null },
    { value: 'read', label: 'Sì, come le altre', detail: null },
  ],
  proposal: SKIP,
}
