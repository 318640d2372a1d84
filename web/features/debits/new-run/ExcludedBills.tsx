import { Button } from '@mantine/core'
import { type WhyNotDebited, whyNotDebited } from '@saldo/domain/sepa/debit-run'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { paths } from '../../../paths.ts'
import { Amount } from '../../../ui/data/Amount.tsx'
import { formatCountOf } from '../../../ui/grid/list.ts'
import links from '../../../ui/layout/Links.module.css'
import { billWords } from '../debit-words.ts'
import styles from './NewRun.module.css'
import type { Excluded } from './preview-query.ts'

/** The bills that are left out: a group for each reason, with which they are. */
export const ExcludedBills = ({ excluded }: { excluded: readonly Excluded[] }) => (
  <div>
    {(Object.keys(whyNotDebited) as WhyNotDebited[]).map((reason) => (
      <Group key={reason} reason={reason} lines={excluded.filter((line) => line.reason === reason)} />
    ))}
  </div>
)

const atOnce = 100

/** Reasons that the list of mandates helps to remove. */
const ofMandates: ReadonlySet<WhyNotDebited> = new Set([
  'no_mandate',
  'mandate_draft',
  'mandate_suspended',
  'mandate_ended',
  'mandate_lapsed',
  'mandate_other_creditor',
  'mandate_used',
])

function Group({ reason, lines }: { reason: WhyNotDebited; lines: readonly Excluded[] }) {
  const [shown, setShown] = useState(atOnce)
  const [first] = lines
  if (!first) return null
  return (
    <details className={styles.group}>
      <summary>
        <span>
          {formatCountOf(lines.length, billWords)}: {first.why}
        </span>
        <Amount cents={lines.reduce((sum, { amount }) => sum + amount, 0)} />
      </summary>
      {ofMandates.has(reason) && (
        <p className={styles.dim}>
          <Link {...paths.mandates()} className={links.link}>
            Vai ai mandati
          </Link>{' '}
          per chiedere la firma o caricare la scansione; quello che hai scelto resta qui.
        </p>
      )}
      <ul className={styles.lines}>
        {lines.slice(0, shown).map((line) => (
          <li key={line.bill_id} data-plain>
            <div className={styles.who}>
              <Link {...paths.subject(line.subject_id)} className={links.name}>
                {line.subject_nominative}
              </Link>
              <span className={styles.dim}>
                <Link {...paths.bill(line.bill_id)} className={links.quiet}>
                  {line.bill_number}
                </Link>
              </span>
            </div>
            <Amount cents={line.amount} />
          </li>
        ))}
      </ul>
      {lines.length > shown && (
        <Button variant="default" onClick={() => setShown(shown + atOnce)}>
          Mostra altre {Math.min(atOnce, lines.length - shown)} di {lines.length - shown}
        </Button>
      )}
    </details>
  )
}
