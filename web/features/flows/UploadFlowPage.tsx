import { bankFileMegabytes } from '@saldo/domain/bank-files/largest-file'
import { Link } from '@tanstack/react-router'
import { paths } from '../../paths.ts'
import links from '../../ui/layout/Links.module.css'
import { PageTitle } from '../../ui/layout/PageTitle.tsx'
import { RecordPage } from '../../ui/layout/RecordPage.tsx'
import styles from './Flows.module.css'
import { FlowUpload } from './FlowUpload.tsx'
import { LatestFlows } from './LatestFlows.tsx'

/** Loads any file of a bank. */
export function UploadFlowPage() {
  return (
    <RecordPage
      list={
        <Link {...paths.flows()} className={links.link}>
          Flussi contabili
        </Link>
      }
      name="Carica un file"
      tabTitle="Carica un file della banca"
    >
      <PageTitle
        title="Carica un file della banca"
        summary="Saldo riconosce da solo che cos’è. Se qualcosa non torna rifiuta il file intero e ti dice perché, con la riga."
      />
      <div className={styles.page}>
        <FlowUpload
          title="Trascina qui i file"
          accepts={`Estratti conto (camt.053, CBI RH, CSV della banca), esiti degli addebiti (pain.002) e degli avvisi MAV o RiBa, fino a ${bankFileMegabytes} MB l’uno.`}
        />
        <LatestFlows />
      </div>
    </RecordPage>
  )
}
