import type { Route } from '../../http/serve.ts'
import {
  checkRegistryImport,
  confirmImport,
  discardImport,
  discardRegistryImport,
  remapImport,
  writeRegistryImport,
} from './decide-import.ts'
import {
  getImport,
  getRegistryImport,
  importRows,
  listImports,
  listRegistryImports,
  registryImportRows,
} from './follow-import.ts'
import { importErrors, importTemplate, registryImportErrors, templateOfRegistry } from './import-files.ts'
import { undoImport } from './undo/undo-import.ts'
import { uploadBills, uploadRegistry } from './upload-import.ts'

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
  templateOfRegistry,
  uploadRegistry,
  listRegistryImports,
  getRegistryImport,
  registryImportRows,
  registryImportErrors,
  checkRegistryImport,
  writeRegistryImport,
  discardRegistryImport,
  undoImport,
]
