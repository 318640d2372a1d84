import { type WhyNotDebited, whyNotDebited } from '@saldo/domain/sepa/debit-run'
import { Link } from '@tanstack/react-router'
import { paths } from '../../../paths.ts'
import styles from '../../../records/choose-bills/Choice.module.css'
import { LeftOutGroup } from '../../../records/choose-bills/LeftOutGroup.tsx'
import links from '../../../ui/layout/Links.module.css'
import type { Excluded } from './preview-query.ts'

/** The bills that are left out: a group for each reason, with which they are. */
export const ExcludedBills = ({ excluded }: { excluded: readonly Excluded[] }) => (
  <div>
    {(Object.keys(whyNotDebited) as WhyNotDebited[]).map((reason) => {
      const lines = excluded.filter((line) => line.reason === reason)
      const [first] = lines
      return (
        first && (
          <LeftOutGroup
            key={reason}
            why={first.why}
            lines={lines.map((line) => ({ ...line, who: line.subject_nominative }))}
            before={ofMandates.has(reason) && <ToMandates />}
          />
        )
      )
    })}
  </div>
)

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

const ToMandates = () => (
  <p className={styles.dim}>
    <Link {...paths.mandates()} className={links.link}>
      Vai ai mandati
    </Link>{' '}
    per chiedere la firma o caricare la scansione; quello che hai scelto resta qui.
  </p>
)
