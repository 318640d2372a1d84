import { Link } from '@tanstack/react-router'
import { paths } from '../../paths.ts'
import links from '../../ui/layout/Links.module.css'
import { PageTitle } from '../../ui/layout/PageTitle.tsx'
import { RecordPage } from '../../ui/layout/RecordPage.tsx'
import styles from '../flows/Flows.module.css'
import { FlowUpload } from '../flows/FlowUpload.tsx'
import { LatestFlows } from '../flows/LatestFlows.tsx'

/** Loads statements of bank accounts; their results stay in the list below. */
export function ImportStatementsPage() {
  return (
    <RecordPage
      list={
        <Link {...paths.transfers()} className={links.link}>
          Bonifici
        </Link>
      }
      name="Importa estratto"
      tabTitle="Importa estratto"
    >
      <PageTitle
        title="Importa estratto"
        summary="I movimenti già presenti non si scrivono due volte: puoi caricare estratti che si sovrappongono."
      />
      <div className={styles.page}>
        <FlowUpload
          title="Trascina qui gli estratti conto"
          accepts="camt.053 o CBI RH di una o più banche, anche con più conti, oppure il CSV della tua banca. Fino a 50 MB l’uno."
        />
        <LatestFlows kind="statement" />
      </div>
    </RecordPage>
  )
}
