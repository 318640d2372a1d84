import type { ImportKind } from '@saldo/contract/imports'
import type { Tx } from '../../db/connection.ts'
import { billIdentity } from './bills/bill-identity.ts'
import type { CandidateBill } from './bills/candidate-bill.ts'
import { fieldOfHeader } from './bills/field-names.ts'
import { readBills } from './bills/parse-bills.ts'
import { recogniseSheet, requiredOfBills } from './bills/recognise-bills.ts'
import type { StoredImport } from './import-view.ts'
import { matchRegistry } from './match/match-registry.sql.ts'
import { matchRows } from './match/match-rows.sql.ts'
import { registryCounts } from './match/registry-counts.sql.ts'
import { unnamedHoldersInWords } from './match/unnamed-holders.sql.ts'
import type { TableKind } from './read/find-tables.ts'
import type { RecognisedTable, Required } from './read/recognise-columns.ts'
import type { ImportSummary, ReadSheet } from './read/sheet-reading.ts'
import type { Buildings } from './read/table-building.ts'
import type { CandidateRight } from './registry/candidate-right.ts'
import { readRegistry } from './registry/parse-registry.ts'
import { recogniseRegistry, requiredOfRegistry } from './registry/recognise-registry.ts'
import { registryFieldOf } from './registry/registry-fields.ts'
import { openingDaysInWords } from './write/opening-days.sql.ts'
import { type ClosedRows, refuseClosedDays, refuseClosedOpenings } from './write/refuse-closed-days.sql.ts'
import { billCounts, writeBills } from './write/write-import.sql.ts'
import { writeRegistry } from './write/write-registry.sql.ts'

export type Candidate = CandidateBill | CandidateRight

/** The steps in which imports of bills and of a registry differ; everything else is shared. */
type Steps = {
  tables: TableKind
  /** The fields without which a table cannot be read. */
  required: (layout: RecognisedTable['layout']) => Required<string>
  read: (sheets: ReadSheet[], known: Buildings) => AsyncGenerator<Candidate, ImportSummary>
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
    tables: {
      recognise: recogniseSheet,
      meaning: fieldOfHeader,
      who: ['holder', 'surname', 'unit'],
      what: ['amount', 'due_date'],
    },
    required: requiredOfBills,
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
    tables: {
      recognise: recogniseRegistry,
      meaning: registryFieldOf,
      who: ['holder', 'surname'],
      what: ['unit'],
    },
    required: () => requiredOfRegistry,
    read: readRegistry,
    keyOf: () => null,
    warns: 'issues',
    match: matchRegistry,
    refuseClosed: refuseClosedOpenings,
    counts: registryCounts,
    notes: async (tx, import_id) => [
      ...(await openingDaysInWords(tx, import_id)),
      ...(await unnamedHoldersInWords(tx, import_id)),
    ],
    write: writeRegistry,
  },
}
