import { Button } from '@mantine/core'
import { type DocumentOwner, documentTypes, mostDocumentBytes } from '@saldo/domain/registry/document'
import { Upload } from 'iconoir-react'
import { useState } from 'react'
import { apiUpload } from '../../api-upload.ts'
import { alertToast } from '../../ui/feedback/toast.ts'
import { SelectField } from '../../ui/form/fields.tsx'
import { UploadArea } from '../../ui/form/UploadArea.tsx'
import { Icon } from '../../ui/icons/Icon.tsx'
import styles from './Documents.module.css'
import { refreshDocuments } from './document-acts.ts'
import { noun, type Owner } from './documents-query.ts'

const optionsOf = (owner: DocumentOwner) =>
  Object.entries(documentTypes[owner]).map(([value, label]) => ({ value, label }))

/** Uploads one file with its document type; shows progress and errors. */
export function UploadDocument({ of }: { of: Owner }) {
  const [type, setType] = useState('')
  const [typeError, setTypeError] = useState<string | null>(null)
  const hasType = () => {
    if (type === '') setTypeError('Scegli prima che documento è.')
    return type !== ''
  }
  return (
    <UploadArea
      label="Documento da caricare"
      accepted=".pdf,.jpg,.jpeg,.png,.tif,.tiff,.p7m,.docx,.xlsx"
      most={mostDocumentBytes}
      tooBig="Il file supera 20 MB: riducilo o dividilo."
      oneAtATime="Un file alla volta: ognuno può essere un documento diverso."
      leaving="Se esci adesso il caricamento si interrompe."
      ready={hasType}
      send={async (file, sending) => {
        const form = new FormData()
        form.append('file', file, file.name)
        const route = `PUT /v1/${noun[of.owner]}/docs/{id}/{type}` as 'PUT /v1/customers/docs/{id}/{type}'
        const { file_name } = await apiUpload(route, form, { params: { id: of.id, type }, ...sending })
        setType('')
        alertToast(`${file_name}: caricato.`, 'success')
        await refreshDocuments(of)
      }}
    >
      {(choose) => (
        <>
          <div className={styles.choice}>
            <SelectField
              name="type"
              label="Tipo di documento"
              options={optionsOf(of.owner)}
              value={type}
              error={typeError}
              onChange={(value) => {
                setType(value)
                setTypeError(null)
              }}
              onBlur={() => undefined}
            />
            <Button leftSection={<Icon of={Upload} />} onClick={choose}>
              Scegli un file
            </Button>
          </div>
          <p className={styles.dim}>
            PDF, JPEG, PNG, TIFF, P7M, DOCX o XLSX, fino a 20 MB. Puoi anche trascinarlo qui.
          </p>
        </>
      )}
    </UploadArea>
  )
}
