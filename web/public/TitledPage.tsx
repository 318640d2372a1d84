import css from './layout/TitleBar.module.css'
import { TitleBar } from './layout/TitleBar.tsx'
import type { TitledPageAddress } from './titled-page.ts'
import { ViewerPage } from './ViewerPage.tsx'

/** Pages with a title bar; lazy-loaded, so that a bill's page does not contain them. */
export default function TitledPage({ page }: { page: TitledPageAddress }) {
  return page.page === 'viewer' ? <ViewerPage {...page} /> : <NoSuchLink page={page.page} />
}

const words = {
  sign: {
    title: 'Firma di un documento',
    whom: 'Chiedi un nuovo collegamento a chi ti ha mandato il documento da firmare: di solito il tuo amministratore di condominio.',
    done: 'Se hai già firmato non devi fare altro.',
  },
  webhook: {
    title: 'Webhook',
    whom: 'Chiedi un nuovo collegamento a chi gestisce Saldo nel tuo studio.',
    done: '',
  },
}

/** `#/sign/{token}`, `#/webhook/{token}`: an invalid link, what that may mean, and whom to ask. */
function NoSuchLink({ page }: { page: 'sign' | 'webhook' }) {
  const { title, whom, done } = words[page]
  return (
    <TitleBar title={title}>
      <div className={css.message} role="alert">
        <h2>Questo collegamento non si apre</h2>
        <p>Non è valido, è scaduto oppure è già stato usato. {done}</p>
        <p>{whom}</p>
      </div>
    </TitleBar>
  )
}
