import { formatDateTime } from '@saldo/domain/dates'
import { type CheckPage, unknownMeans, wordsOfCheck } from '@saldo/domain/operations/checks'
import { Link } from '@tanstack/react-router'
import { paths } from '../../paths.ts'
import { StateLabel } from '../../ui/data/StateLabel.tsx'
import links from '../../ui/layout/Links.module.css'
import { checkStates } from './check-states.ts'
import styles from './Operations.module.css'
import type { OperationCheck } from './operations-query.ts'
import { figureOf, partOf } from './operations-words.ts'

/** A check: name, figure, state; `explained` also what it means, what to do and where. */
export function CheckRow({ check, explained = false }: { check: OperationCheck; explained?: boolean }) {
  const { name, means, todo, page } = wordsOfCheck(check.code)
  const unknown = check.state === 'unknown'
  const said = [unknown ? unknownMeans : means, check.why].filter(Boolean).join(' ')
  return (
    <li className={styles.check}>
      <div className={styles.line}>
        <span className={styles.name}>{name}</span>
        <span className={styles.figure}>{figureOf(check)}</span>
        <span className={styles.state}>
          <StateLabel state={checkStates[check.state]} />
        </span>
      </div>
      {check.parts.length > 0 && (
        <p className={styles.note}>{check.parts.map((part) => partOf(check.code, part)).join(' · ')}</p>
      )}
      {explained && (
        <>
          <p className={styles.words}>{said}</p>
          <p className={styles.words}>
            {todo} {page && <PageLink page={page} />}
          </p>
          <p className={styles.note}>Dal {formatDateTime(check.since)}</p>
        </>
      )}
    </li>
  )
}

const pages = {
  failed_jobs: [paths.failedJobs({ state: 'failed' }), 'Apri i lavori falliti'],
  attempts: [paths.stuckAttempts(), 'Apri i pagamenti senza esito'],
  events: [paths.providerEvents({ state: 'waiting' }), 'Apri gli eventi'],
  mails_waiting: [paths.emails({ state: 'waiting' }), 'Apri le e-mail in attesa'],
  mails_refused: [paths.emails({ state: 'refused' }), 'Apri le e-mail rifiutate'],
} as const

function PageLink({ page }: { page: CheckPage }) {
  const [to, words] = pages[page]
  return (
    <Link {...to} className={links.link}>
      {words}
    </Link>
  )
}
