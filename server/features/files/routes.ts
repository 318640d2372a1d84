import { downloadFile, downloadUnscanned } from './download-file.ts'
import { getFile } from './file-detail.ts'
import { listFileKinds, ruleFileKind } from './file-kinds.ts'
import { fileListRoutes } from './files-list.ts'
import { checkFileStore, listOrphanFiles } from './orphan-files.ts'
import { fileContent, previewFile } from './preview/preview-file.ts'
import { deleteFileWithReason } from './remove-file.ts'
import { retainFile } from './retain-file.ts'
import { scanFile } from './scan-file.ts'
import { fileTags, tagFile } from './tag-file.ts'

export const fileRoutes = [
  ...fileListRoutes,
  getFile,
  previewFile,
  fileContent,
  downloadFile,
  downloadUnscanned,
  scanFile,
  tagFile,
  retainFile,
  deleteFileWithReason,
  fileTags,
  listFileKinds,
  ruleFileKind,
  listOrphanFiles,
  checkFileStore,
]
