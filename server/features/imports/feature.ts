import { sections } from '@saldo/domain/section'
import { feature } from '../../feature.ts'
import { giveUpImport } from './give-up-import.job.ts'
import { readImport } from './read/read-import.job.ts'
import { importRoutes } from './routes.ts'
import { undoImportJob } from './undo/undo-import.job.ts'
import { whyImportIsKept } from './why-import-is-kept.ts'
import { writeImport } from './write/write-import.job.ts'

declare module '../../jobs/jobs.ts' {
  interface Jobs {
    'give-up-import': { import_id: number }
    'read-import': { import_id: number }
    'write-import': { import_id: number }
    'undo-import': { import_id: number }
  }
}

export const imports = feature({
  tables: {
    import_changes: ['accounts', 'subjects', 'bills'],
    // The meaning of the columns of an office’s sheets.
    import_mappings: 'office',
    import_rows: ['accounts', 'subjects', 'bills'],
    imports: ['accounts', 'subjects', 'bills'],
    // A user who removes a unit must see that it has an opening balance.
    opening_balances: sections,
  },
  routes: importRoutes,
  files: {
    import: { folder: 'imports', table: 'imports', column: 'file_path', why_kept: whyImportIsKept },
  },
  jobs: {
    'give-up-import': { run: giveUpImport, retries: 12, seconds: 60 },
    'read-import': { run: readImport, retries: 2, seconds: 900, together: 1, otherwise: 'give-up-import' },
    'write-import': { run: writeImport, retries: 2, seconds: 1800, together: 1, otherwise: 'give-up-import' },
    'undo-import': { run: undoImportJob, retries: 2, seconds: 900, together: 1, otherwise: 'give-up-import' },
  },
})
