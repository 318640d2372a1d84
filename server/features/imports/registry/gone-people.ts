import { fold } from '@saldo/domain/fold'
import type { DataRow } from '../read/data-rows.ts'
import type { RecognisedColumn } from '../read/recognise-columns.ts'
import type { Complaint } from '../read/row-checks.ts'
import type { Doubt, RowDoubts } from '../read/row-doubts.ts'
import type { RegistryField } from './registry-fields.ts'
import { capital, SKIP } from './role-words.ts'

/** What a note about a person who has left or died says, and the state that a program writes. */
const GONE =
  /\b(?:ex (?:proprietari|inquilin|conduttor|condomin|titolar)\w*|non e? ?piu (?:proprietari|inquilin|conduttor|residente|condomin)\w*|cessat[oaie]|cessazione|uscit[oaie]|uscente|trasferit[oaie]|disdett[ao]|sfrattat[oaie]|ha lasciato|rilasciat[oa]|vendut[oaie]|ha ceduto|decedut[oaie]|defunt[oaie]|decesso|mort[oa]|de cuius|inattiv[oaie]|non attiv[oaie]|archiviat[oaie])\b/

/** What a row's notes say about a person who may have left: leave the row out, correct it, or read it like any other. */
export type Gone = { skip: boolean; complaint?: Complaint<RegistryField>; column?: RecognisedColumn }

/**
 * Makes the reader of what stands in columns that are not imported: whoever has left, sold or died is no person of the unit
 * any more, and only the office knows which.
 */
export function goneReader(columns: readonly RecognisedColumn[], doubts: RowDoubts) {
  const unread = columns.filter(({ field }) => field === null)
  const several = columns.some(({ field }) => field !== null && BESIDE.has(field))
  return ({ row, cells }: DataRow<RegistryField>): Gone => {
    for (const column of unread) {
      const cell = cells[column.index]
      if (cell?.kind !== 'text' || cell.value.length > LONGEST || !GONE.test(fold(cell.value))) continue
      const answer = doubts.ask(row.row, cell.value.replace(/\s+/g, ' ').trim(), several ? ofOneOf : gone)
      if (answer === SKIP) return { skip: true }
      if (answer === 'fix') return { skip: false, complaint: TO_FIX, column }
    }
    return { skip: false }
  }
}

const LONGEST = 300
const BESIDE: ReadonlySet<string> = new Set([
  'tenant',
  'tenant_surname',
  'also_owner',
  'also_bare_owner',
  'also_usufructuary',
  'also_tenant',
])
const TO_FIX: Complaint<RegistryField> = {
  field: 'holder',
  code: 'names',
  message: 'Se la persona non c’è più, lascia fuori la riga; altrimenti cancella questa scritta.',
}

const gone: Doubt = {
  question: 'rows:gone',
  text: ({ inRows, examples }) =>
    `${capital(inRows)} una nota fa pensare che la persona non ci sia più (${examples}): va importata?`,
  options: [
    { value: SKIP, label: 'No: le righe restano fuori', detail: null },
    { value: 'read', label: 'Sì, come le altre', detail: null },
    { value: 'fix', label: 'Dipende: le righe restano da correggere', detail: 'si correggono qui sotto' },
  ],
  proposal: SKIP,
}

/** In a row with several people the note may be about any of them. */
const ofOneOf: Doubt = { ...gone, proposal: 'fix' }
