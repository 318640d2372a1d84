import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { Download, Upload } from 'iconoir-react'
import { errorSentence } from '../../api-error.ts'
import { queries } from '../../session/queries.ts'
import { whileLoading } from '../../ui/feedback/loader.ts'
import { alertToast } from '../../ui/feedback/toast.ts'
import { UploadArea } from '../../ui/form/UploadArea.tsx'
import { Icon } from '../../ui/icons/Icon.tsx'
import { saveFile } from '../../ui/save-file.ts'
import styles from './ImportUpload.module.css'
import { type ImportKind, importKinds } from './import-kinds.ts'
import { importQuery } from './import-query.ts'

/** Uploads a spreadsheet and opens its import. */
export function ImportUpload({ kind }: { kind: ImportKind }) {
  const importKind = importKinds[kind]
  const navigate = useNavigate()
  return (
    <UploadArea
      label="Foglio di calcolo da importare"
      accepted=".xlsx,.ods,.csv,.xls,.txt,text/csv"
      most={50 * 1024 * 1024}
      tooBig="Il file supera 50 MB: dividilo in più file e caricali uno alla volta."
      oneAtATime="Un file alla volta: carica il primo, poi il secondo."
      leaving="Se esci adesso il caricamento si interrompe. Appena è arrivato puoi andare dove vuoi: lo ritrovi qui."
      send={async (file, sending) => {
        const form = new FormData()
        form.append('file', file, file.name)
        const begun = await importKind.upload(form, sending)
        queries.setQueryData(importQuery(kind, begun.import_id).queryKey, begun)
        void queries.invalidateQueries({ queryKey: ['imports', 'latest'] })
        await navigate({ ...importKind.page(begun.import_id), ignoreBlocker: true })
      }}
    >
      {(choose) => (
        <div className={styles.way}>
          <h2>Trascina qui il foglio</h2>
          <p>XLSX, ODS o CSV, fino a 50 MB e 200.000 righe. {importKind.accepts}</p>
          <div className={styles.actions}>
            <Button leftSection={<Icon of={Upload} />} onClick={choose}>
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
        </div>
      )}
    </UploadArea>
  )
}

async function downloadTemplate(kind: ImportKind) {
  try {
    const { blob, name } = await whileLoading('Preparo il modello…', importKinds[kind].template())
    saveFile(blob, name)
  } catch (error) {
    alertToast(errorSentence(error, 'Riprova fra poco.'), 'danger')
  }
}
