import type { FileScan } from '@saldo/domain/files/file-kind'
import { scanNames } from '@saldo/domain/files/file-kind'
import { Check, Clock, HelpCircle, Trash, WarningTriangle, XmarkCircle } from 'iconoir-react'
import { paths } from '../../paths.ts'
import { type State, state } from '../../ui/data/states.ts'
import { sizeInWords } from '../documents/document-words.ts'
import type { FileDownload, StoredFile } from './file-query.ts'

const scans: Record<FileScan, State> = {
  made_here: state('neutral', scanNames.made_here, Check),
  clean: state('success', scanNames.clean, Check),
  waiting: state('warning', scanNames.waiting, Clock),
  not_scanned: state('neutral', scanNames.not_scanned, HelpCircle),
  infected: state('danger', scanNames.infected, WarningTriangle),
  failed: state('danger', scanNames.failed, XmarkCircle),
}
const removed = state('neutral', 'Eliminato', Trash)
const missing = state('danger', 'Manca nell’archivio', WarningTriangle)

/** What matters most about a file: that it is gone or missing, else what the virus scanner says. */
export const stateOfFile = (file: Pick<StoredFile, 'scan' | 'removed_at' | 'missing_since'>): State =>
  file.removed_at !== null ? removed : file.missing_since !== null ? missing : scans[file.scan]

/** Null: an older file, which the next check of the store measures. */
export const weightInWords = (bytes: number | null): string =>
  bytes === null ? 'Non ancora misurata' : sizeInWords(bytes)

export const downloadWords: Record<FileDownload['how'], string> = {
  download: 'Scaricato',
  preview: 'Visto in anteprima',
  handover: 'Messo nello ZIP di consegna',
}

/** The page of the record that names the file, seen as its office; null: it has none of its own. */
export function recordOf(file: StoredFile) {
  switch (file.kind) {
    case 'document':
      if (file.account_id !== null) return paths.accountPage(file.account_id, 'documenti')
      return file.subject_id !== null ? paths.subjectPage(file.subject_id, 'documenti') : null
    case 'mandate_scan':
      return paths.mandate(file.record_id)
    case 'flow_in':
    case 'flow_out':
      return paths.flow(file.record_id)
    case 'import':
      return file.import_kind === 'registry'
        ? paths.importedAccounts(file.record_id)
        : paths.importedBills(file.record_id)
    default:
      return null
  }
}
