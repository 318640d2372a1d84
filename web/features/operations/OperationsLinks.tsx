import { Link } from '@tanstack/react-router'
import { paths } from '../../paths.ts'
import links from '../../ui/layout/Links.module.css'
import styles from './Operations.module.css'

/** The pages of Operazioni, from each of them. */
export function OperationsLinks() {
  return (
    <nav aria-label="Pagine di Operazioni" className={styles.pages} data-print="away">
      <Link {...paths.operations()} className={links.quiet} activeOptions={{ exact: true }}>
        Controlli
      </Link>
      <Link {...paths.failedJobs({ state: 'failed' })} className={links.quiet}>
        Lavori falliti
      </Link>
      <Link {...paths.stuckAttempts()} className={links.quiet}>
        Pagamenti senza esito
      </Link>
      <Link {...paths.providerEvents({ state: 'waiting' })} className={links.quiet}>
        Eventi del provider
      </Link>
    </nav>
  )
}
