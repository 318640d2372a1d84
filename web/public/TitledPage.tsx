import css from './layout/TitleBar.module.css'
import { TitleBar } from './layout/TitleBar.tsx'
import type { TitledPageAddress } from './titled-page.ts'
import { ViewerPage } from './ViewerPage.tsx'

/** Pages with a title bar; lazy-loaded, so that a bill's page does not contain them. */
export default function TitledPage({ page }: { page: TitledPageAddress }) {
  return page.page === 'viewer' ? <ViewerPage {...page} /> : <NothingYet page={page.page} />
}

const words = {
  sign: {
    title: 'Firma di un documento',
    heading: 'Qui non si firma ancora',
    why: 'Saldo non ha ancora la firma dei documenti: questo indirizzo non contiene nessun documento e nessuno può averti chiesto di firmarne uno qui.',
    whom: 'Se hai ricevuto questo link per firmare, chiedi a chi te l’ha mandato come procedere: di solito il tuo amministratore di condominio.',
  },
  webhook: {
    title: 'Webhook',
    heading: 'Qui non c’è ancora niente',
    why: 'Saldo non ha ancora una pagina dei webhook: questo indirizzo non riceve e non mostra dati.',
    whom: 'Se te l’ha dato chi gestisce Saldo nel tuo studio, chiedi a che cosa serviva.',
  },
}

/** `#/sign/{token}`, `#/webhook/{token}`: says that there is nothing yet, whatever the token. */
function NothingYet({ page }: { page: 'sign' | 'webhook' }) {
  const { title, heading, why, whom } = words[page]
  return (
    <TitleBar title={title}>
      <div className={css.message}>
        <h2>{heading}</h2>
        <p>{why}</p>
        <p>{whom}</p>
      </div>
    </TitleBar>
  )
}
