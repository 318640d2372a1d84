import type { ImportKind } from '@saldo/contract/imports'
import type { Tx } from '../../db/connection.ts'
import { billIdentity } from './bills/bill-identity.ts'
import type { CandidateBill } from './bills/candidate-bill.ts'
import { readBills } from './bills/parse-bills.ts'
import { recogniseSheet } from './bills/recognise-bills.ts'
import type { StoredImport } from './import-view.ts'
import { matchRegistry } from './match/match-registry.sql.ts'
import { matchRows } from './match/match-rows.sql.ts'
import { registryCounts } from './match/registry-counts.sql.ts'
import type { RecognisedSheet } from './read/recognise-columns.ts'
import type { ImportContext, ImportSummary, ReadSheet } from './read/sheet-reading.ts'
import type { CandidateRight } from './registry/candidate-right.ts'
import { readRegistry } from './registry/parse-registry.ts'
import { recogniseRegistry } from './registry/recognise-registry.ts'
import type { Row } from './spreadsheet/cells.ts'
import { openingDaysInWords } from './write/opening-days.sql.ts'
import { type ClosedRows, refuseClosedDays, refuseClosedOpenings } from './write/refuse-closed-days.sql.ts'
import { billCounts, writeBills } from './write/write-import.sql.ts'
import { writeRegistry } from './write/write-registry.sql.ts'

export type Candidate = CandidateBill | CandidateRight

/** The steps in which imports of bills and of a registry differ; everything else is shared. */
type Steps = {
  recognise: (rows: Row[], about: { sheet_name: string; header_row?: number }) => RecognisedSheet | null
  read: (sheets: ReadSheet[], context: ImportContext) => AsyncGenerator<Candidate, ImportSummary>
  /** The identity of a bill; null for everything else. */
  keyOf: (candidate: Candidate) => string | null
  /** Whether a row with a warning has a status of its own, or only issues. */
  warns: 'status' | 'issues'
  /** Matches the rows with existing records. */
  match: (tx: Tx, import_id: number) => Promise<void>
  /** Marks matched rows in a closed period as wrong. */
  refuseClosed: (tx: Tx, import_id: number) => Promise<ClosedRows | null>
  counts: (tx: Tx, import_id: number) => Promise<Record<string, number>>
  /** Sentences about the result of the rows. */
  notes: (tx: Tx, import_id: number) => Promise<string[]>
  /** Writes all valid rows, as the customer. */
  write: (tx: Tx, stored: StoredImport) => Promise<void>
}

export const stepsOf: Record<ImportKind, Steps> = {
  bills: {
    recognise: recogniseSheet,
    read: readBills,
    keyOf: (candidate) => billIdentity(candidate as CandidateBill, ''),
    warns: 'status',
    match: matchRows,
    refuseClosed: refuseClosedDays,
    counts: billCounts,
    notes: async () => [],
    write: writeBills,
  },
  registry: {
    recognise: recogniseRegistry,
    read: readRegistry,
    keyOf: () => null,
    warns: 'issues',
    match: matchRegistry,
    refuseClosed: refuseClosedOpenings,
    counts: registryCounts,
    notes: openingDaysInWords,
    write: writeRegistry,
  },
}
