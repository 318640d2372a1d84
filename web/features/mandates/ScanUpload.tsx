import { Button } from '@mantine/core'
import { Upload } from 'iconoir-react'
import { apiUpload } from '../../api-upload.ts'
import { UploadArea } from '../../ui/form/UploadArea.tsx'
import { Icon } from '../../ui/icons/Icon.tsx'
import styles from './Mandates.module.css'
import { type MandateDetail, showMandate } from './mandate-query.ts'

const mostBytes = 20 * 1024 * 1024

/** Uploads the scan of a paper mandate. */
export const ScanUpload = ({
  mandate_id,
  onDone,
}: {
  mandate_id: number
  onDone: (mandate: MandateDetail) => void
}) => (
  <UploadArea
    label="Scansione del mandato firmato"
    accepted=".pdf,.jpg,.jpeg,.png,.tif,.tiff"
    most={mostBytes}
    tooBig="Il file supera 20 MB: riducilo."
    oneAtATime="Un file solo: se le pagine sono più di una, uniscile in un PDF."
    leaving="Se esci adesso il caricamento si interrompe."
    send={async (file, sending) => {
      const form = new FormData()
      form.append('file', file, file.name)
      const params = { id: mandate_id }
      const mandate = await apiUpload('PUT /v1/mandates/{id}/scan', form, { params, ...sending })
      await showMandate(mandate)
      onDone(mandate)
    }}
  >
    {(choose) => (
      <div className={styles.upload}>
        <Button leftSection={<Icon of={Upload} />} onClick={choose}>
          Scegli la scansione
        </Button>
        <p className={styles.dim}>PDF, JPEG, PNG o TIFF, fino a 20 MB. Puoi anche trascinarla qui.</p>
      </div>
    )}
  </UploadArea>
)
