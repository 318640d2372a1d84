import { Button } from '@mantine/core'
import { type DocumentOwner, documentTypes, mostDocumentBytes } from '@saldo/domain/document'
import { Upload, WarningTriangle } from 'iconoir-react'
import { type DragEvent, useRef, useState } from 'react'
import { ApiError } from '../../api-error.ts'
import { apiUpload } from '../../api-upload.ts'
import { SelectField } from '../../ui/form/fields.tsx'
import { LeaveGuard } from '../../ui/form/LeaveGuard.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { alert } from '../../ui/snackbars.ts'
import { Progress } from '../bills/Progress.tsx'
import styles from './Documents.module.css'
import { showChanged } from './document-acts.ts'
import { noun, type Owner } from './documents-query.ts'

const accepted = '.pdf,.jpg,.jpeg,.png,.tif,.tiff,.p7m,.docx,.xlsx'
const optionsOf = (owner: DocumentOwner) =>
  Object.entries(documentTypes[owner]).map(([value, label]) => ({ value, label }))

/** Takes one file, dropped or chosen, with what it is; says how far it is and what was wrong with it. */
export function UploadDocument({ of }: { of: Owner }) {
  const input = useRef<HTMLInputElement>(null)
  const sending = useRef<AbortController>(null)
  const [type, setType] = useState('')
  const [typeError, setTypeError] = useState<string | null>(null)
  const [file, setFile] = useState<File | null>(null)
  const [share, setShare] = useState(0)
  const [over, setOver] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)

  const hasType = () => {
    if (type === '') setTypeError('Scegli prima che documento è.')
    return type !== ''
  }

  const send = async (chosen: File) => {
    setFailure(null)
    if (chosen.size > mostDocumentBytes) return setFailure('Il file supera 20 MB: riducilo o dividilo.')
    setFile(chosen)
    setShare(0)
    const controller = new AbortController()
    sending.current = controller
    const form = new FormData()
    form.append('file', chosen, chosen.name)
    const route = `PUT /v1/${noun[of.owner]}/docs/{id}/{type}` as 'PUT /v1/customers/docs/{id}/{type}'
    try {
      const { file_name } = await apiUpload(route, form, {
        params: { id: of.id, type },
        onProgress: setShare,
        signal: controller.signal,
      })
      setType('')
      alert(`${file_name}: caricato.`, 'settled')
      await showChanged(of)
    } catch (error) {
      if (controller.signal.aborted) return
      setFailure(
        error instanceof ApiError ? error.error_description : 'Il file non è arrivato. Riprova fra poco.',
      )
    } finally {
      setFile(null)
    }
  }
  const choose = (files: FileList | null) => {
    const [chosen, ...others] = files ?? []
    if (others.length > 0) setFailure('Un file alla volta: ognuno può essere un documento diverso.')
    else if (chosen && hasType()) void send(chosen)
    if (input.current) input.current.value = ''
  }
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    if (!file) choose(event.dataTransfer.files)
  }

  return (
    <div className={styles.upload}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is one way; the button inside does the same */}
      <div
        className={styles.drop}
        data-over={over || undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={onDrop}
      >
        {file ? (
          <div className={styles.progress}>
            <span role="status">
              Carico {file.name}: {Math.round(share * 100)} %
            </span>
            <Progress label={`Carico ${file.name}`} share={share} />
            <div>
              <Button variant="default" onClick={() => sending.current?.abort()}>
                Interrompi
              </Button>
            </div>
          </div>
        ) : (
          <>
            <div className={styles.choice}>
              <SelectField
                name="type"
                label="Che documento è"
                options={optionsOf(of.owner)}
                value={type}
                error={typeError}
                onChange={(value) => {
                  setType(value)
                  setTypeError(null)
                }}
                onBlur={() => undefined}
              />
              <Button
                leftSection={<Icon of={Upload} />}
                onClick={() => {
                  if (hasType()) input.current?.click()
                }}
              >
                Scegli un file
              </Button>
            </div>
            <p className={styles.dim}>
              PDF, JPEG, PNG, TIFF, P7M, DOCX o XLSX, fino a 20 MB. Puoi anche trascinarlo qui.
            </p>
            <input
              ref={input}
              type="file"
              accept={accepted}
              className={styles.input}
              tabIndex={-1}
              aria-label="Documento da caricare"
              onChange={(event) => choose(event.currentTarget.files)}
            />
          </>
        )}
      </div>
      {failure && (
        <p className={styles.failure} role="alert">
          <Icon of={WarningTriangle} />
          {failure}
        </p>
      )}
      <LeaveGuard
        dirty={file !== null}
        title="Il file si sta ancora caricando"
        action="Esci e interrompi"
        onLeave={() => sending.current?.abort()}
      >
        Se esci adesso il caricamento si interrompe.
      </LeaveGuard>
    </div>
  )
}
