import { formatDate, formatDateTime } from '@saldo/domain/dates'
import { allocationRules } from '@saldo/domain/payments/allocation'
import { Link } from '@tanstack/react-router'
import { paths } from '../../../paths.ts'
import { Amount } from '../../../ui/data/Amount.tsx'
import links from '../../../ui/layout/Links.module.css'
import type { PaymentDetail } from '../payment-query.ts'
import styles from './PaymentAllocations.module.css'

type Version = PaymentDetail['allocations'][number]

/** Shows what a payment settles and by which rule; earlier versions can be expanded. */
export function PaymentAllocations({ versions }: { versions: readonly Version[] }) {
  const [now, ...before] = versions
  if (!now) return <p className={styles.none}>Non paga ancora nulla: il denaro non è arrivato.</p>
  return (
    <>
      <p className={styles.rule}>
        {allocationRules[now.rule]}
        {sentence(now.reason)}
      </p>
      <Parts version={now} />
      {before.length > 0 && (
        <details className={styles.before}>
          <summary>
            {before.length === 1 ? 'La versione di prima' : `Le ${before.length} versioni di prima`}
          </summary>
          {before.map((version) => (
            <div key={version.version} className={styles.version}>
              <p className={styles.rule}>
                Versione {version.version}, {formatDateTime(version.at)} · {version.actor}.{' '}
                {allocationRules[version.rule]}
                {sentence(version.reason)}
              </p>
              <Parts version={version} />
            </div>
          ))}
        </details>
      )}
    </>
  )
}

const sentence = (reason: string | null) => (reason ? ` ${reason.replace(/[.]$/, '')}.` : '')

function Parts({ version: { version, parts, credit } }: { version: Version }) {
  if (parts.length === 0 && credit === 0) return <p className={styles.none}>Non paga nulla.</p>
  return (
    <table className={styles.parts} aria-label={`Che cosa paga, versione ${version}`}>
      <thead>
        <tr>
          <th scope="col">Bolletta</th>
          <th scope="col">Rata del</th>
          <th scope="col" className={styles.cents}>
            Importo
          </th>
        </tr>
      </thead>
      <tbody>
        {parts.map((part) => (
          <tr key={part.instalment_id}>
            <td>
              <Link {...paths.bill(part.bill_id)} className={links.name}>
                {part.bill_number}
              </Link>
            </td>
            <td>{formatDate(part.due_date)}</td>
            <td className={styles.cents}>
              <Amount cents={part.amount} />
            </td>
          </tr>
        ))}
        {credit > 0 && (
          <tr>
            <td colSpan={2}>A credito di chi ha pagato</td>
            <td className={styles.cents}>
              <Amount cents={credit} />
            </td>
          </tr>
        )}
      </tbody>
    </table>
  )
}
