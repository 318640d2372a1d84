import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { Download, Upload, WarningTriangle } from 'iconoir-react'
import { type DragEvent, useRef, useState } from 'react'
import { ApiError } from '../../api-error.ts'
import { queries } from '../../session/queries.ts'
import { LeaveGuard } from '../../ui/form/LeaveGuard.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { whileLoading } from '../../ui/loader.ts'
import { saveFile } from '../../ui/save-file.ts'
import { alert } from '../../ui/snackbars.ts'
import { Progress } from '../bills/Progress.tsx'
import styles from './ImportUpload.module.css'
import { type ImportKind, importDesks } from './import-desks.ts'
import { importQuery } from './import-query.ts'

const accepted = '.xlsx,.ods,.csv,.xls,.txt,text/csv'
const mostBytes = 50 * 1024 * 1024

/** Takes a spreadsheet, dropped or chosen, sends it and goes to where it is read. */
export function ImportUpload({ kind }: { kind: ImportKind }) {
  const desk = importDesks[kind]
  const navigate = useNavigate()
  const input = useRef<HTMLInputElement>(null)
  const sending = useRef<AbortController>(null)
  const [over, setOver] = useState(false)
  const [file, setFile] = useState<File | null>(null)
  const [share, setShare] = useState(0)
  const [failure, setFailure] = useState<string | null>(null)

  const send = async (chosen: File) => {
    setFailure(null)
    if (chosen.size > mostBytes)
      return setFailure('Il file supera 50 MB: dividilo in più file e caricali uno alla volta.')
    setFile(chosen)
    setShare(0)
    const controller = new AbortController()
    sending.current = controller
    const form = new FormData()
    form.append('file', chosen, chosen.name)
    try {
      const begun = await desk.upload(form, {
        onProgress: setShare,
        signal: controller.signal,
      })
      queries.setQueryData(importQuery(kind, begun.import_id).queryKey, begun)
      void queries.invalidateQueries({ queryKey: ['imports', 'latest'] })
      setFile(null)
      await navigate({ ...desk.page(begun.import_id), ignoreBlocker: true })
    } catch (error) {
      setFile(null)
      if (controller.signal.aborted) return
      setFailure(
        error instanceof ApiError ? error.error_description : 'Il file non è arrivato. Riprova fra poco.',
      )
    }
  }
  const choose = (files: FileList | null) => {
    const [chosen, ...others] = files ?? []
    if (others.length > 0) setFailure('Un file alla volta: carica il primo, poi il secondo.')
    else if (chosen) void send(chosen)
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
            <h2>Trascina qui il foglio</h2>
            <p>XLSX, ODS o CSV, fino a 50 MB e 200.000 righe. {desk.accepts}</p>
            <div className={styles.actions}>
              <Button leftSection={<Icon of={Upload} />} onClick={() => input.current?.click()}>
                Scegli un file
              </Button>
              <Button
                variant="default"
                leftSection={<Icon of={Download} />}
                onClick={() => void downloadTemplate(kind)}
              >
                Scarica il modello
              </Button>
            </div>
            <input
              ref={input}
              type="file"
              accept={accepted}
              className={styles.input}
              tabIndex={-1}
              aria-label="Foglio di calcolo da importare"
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
        Se esci adesso il caricamento si interrompe. Appena è arrivato puoi andare dove vuoi: lo ritrovi qui.
      </LeaveGuard>
    </div>
  )
}

async function downloadTemplate(kind: ImportKind) {
  try {
    const { blob, name } = await whileLoading('Preparo il modello…', importDesks[kind].template())
    saveFile(blob, name)
  } catch (error) {
    alert(error instanceof ApiError ? error.error_description : 'Riprova fra poco.', 'late')
  }
}
