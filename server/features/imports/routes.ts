import type { Route } from '../../http/serve.ts'
import { confirmImport, discardImport, remapImport } from './decide-import.ts'
import { getImport, importRows, listImports } from './follow-import.ts'
import { importErrors, importTemplate } from './import-files.ts'
import { uploadBills } from './upload-bills.ts'

export const importRoutes: Route[] = [
  importTemplate,
  uploadBills,
  listImports,
  getImport,
  importRows,
  importErrors,
  remapImport,
  confirmImport,
  discardImport,
]
