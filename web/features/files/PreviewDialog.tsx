import { useEffect } from 'react'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import { FilePreview } from './FilePreview.tsx'
import { refreshFiles, type StoredFileDetail } from './file-query.ts'

/** The preview of a file over the page. */
export default function PreviewDialog({ file, onClose }: { file: StoredFileDetail; onClose: () => void }) {
  // Who looked at it is in its history.
  useEffect(() => () => void refreshFiles(), [])
  return (
    <Dialog opened title={file.name} onClose={onClose} size={900}>
      <FilePreview file_id={file.file_id} name={file.name} />
    </Dialog>
  )
}
