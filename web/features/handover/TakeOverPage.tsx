import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Upload } from 'iconoir-react'
import { apiUpload } from '../../api-upload.ts'
import { paths } from '../../paths.ts'
import { useFullUserReason } from '../../session/permissions/permission.ts'
import { queries } from '../../session/queries.ts'
import { StateLabel } from '../../ui/data/StateLabel.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { UploadArea } from '../../ui/form/UploadArea.tsx'
import { Icon } from '../../ui/icons/Icon.tsx'
import links from '../../ui/layout/Links.module.css'
import { PageTitle } from '../../ui/layout/PageTitle.tsx'
import { RecordPage } from '../../ui/layout/RecordPage.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import styles from './Handover.module.css'
import { handoverQuery, handoversQuery } from './handover-query.ts'
import { loadedStates, mostLoaded, whoAndWhen } from './handover-words.ts'

/** Loads the ZIP of another administrator, and lists the ones loaded before. */
export function TakeOverPage() {
  const why = useFullUserReason('office:write', 'Il passaggio di consegne lo carica')
  const { data: loaded } = useQuery({ ...handoversQuery({ direction: 'in' }), enabled: why === null })
  return (
    <RecordPage
      list={
        <Link {...paths.importAccounts()} className={links.link}>
          Importa condomìni
        </Link>
      }
      name="Passaggio di consegne"
      tabTitle="Carica un passaggio di consegne"
    >
      <PageTitle
        title="Prendi in consegna un condominio"
        summary="Dallo ZIP dell’amministratore che lo lascia. Prima lo controllo tutto e ti mostro che cosa porta; non scrivo niente senza la tua conferma."
      />
      <div className={styles.page}>
        {why === null ? (
          <LoadZip />
        ) : (
          <EmptyState title="Non puoi prendere in consegna condomìni">{why}</EmptyState>
        )}
        {loaded && loaded.length > 0 && (
          <Section title="Ultimi caricati">
            <ul className={styles.list}>
              {loaded.map((handover) => (
                <li key={handover.handover_id}>
                  <div className={styles.head}>
                    <Link
                      {...paths.takenOver(handover.handover_id)}
                      className={`${links.name} ${styles.name}`}
                    >
                      {handover.account_name ?? handover.file_name}
                    </Link>
                    <StateLabel state={loadedStates[handover.state]} />
                  </div>
                  <span className={styles.dim}>{whoAndWhen(handover)}</span>
                </li>
              ))}
            </ul>
          </Section>
        )}
      </div>
    </RecordPage>
  )
}

function LoadZip() {
  const navigate = useNavigate()
  return (
    <UploadArea
      label="ZIP del passaggio di consegne"
      accepted=".zip,application/zip"
      most={mostLoaded}
      tooBig="Lo ZIP supera 50 MB: chiedi quello senza i PDF di bollette e ricevute. I dati sono gli stessi."
      oneAtATime="Un condominio alla volta: carica il primo, poi il secondo."
      leaving="Se esci adesso il caricamento si interrompe. Appena è arrivato puoi andare dove vuoi: lo ritrovi qui."
      send={async (file, sending) => {
        const form = new FormData()
        form.append('file', file, file.name)
        const begun = await apiUpload('PUT /v1/handovers/upload', form, sending)
        queries.setQueryData(handoverQuery(begun.handover_id).queryKey, begun)
        void queries.invalidateQueries({ queryKey: ['handovers', 'latest'] })
        await navigate({ ...paths.takenOver(begun.handover_id), ignoreBlocker: true })
      }}
    >
      {(choose) => (
        <div className={styles.way}>
          <h2>Trascina qui lo ZIP</h2>
          <p>Così come l’hai ricevuto, senza aprirlo né cambiarlo. Fino a 50 MB.</p>
          <Button leftSection={<Icon of={Upload} />} onClick={choose}>
            Scegli lo ZIP
          </Button>
        </div>
      )}
    </UploadArea>
  )
}
