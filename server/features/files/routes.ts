import { downloadFile, downloadUnscanned } from './download-file.ts'
import { getFile } from './file-detail.ts'
import { listFileKinds, ruleFileKind } from './file-kinds.ts'
import { fileListRoutes } from './files-list.ts'
import { checkFileStore, listOrphanFiles } from './orphan-files.ts'
import { fileContent, previewFile } from './preview/preview-file.ts'
import { deleteFileWithReason } from './remove-file.ts'
import { scanFile } from './scan-file.ts'
import { fileTags, updateFile } from './update-file.ts'

export const fileRoutes = [
  ...fileListRoutes,
  getFile,
  previewFile,
  fileContent,
  downloadFile,
  downloadUnscanned,
  scanFile,
  updateFile,
  deleteFileWithReason,
  fileTags,
  listFileKinds,
  ruleFileKind,
  listOrphanFiles,
  checkFileStore,
]
