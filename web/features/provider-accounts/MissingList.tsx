import { Section } from '../../ui/layout/Section.tsx'
import styles from './ProviderAccount.module.css'
import type { ProviderAccount } from './provider-account-query.ts'

const headings = {
  past_due: 'Da dare subito',
  currently_due: 'Da dare',
  pending_verification: 'In controllo dal provider',
} as const

/** Data that the provider still requires, most urgent first; nothing if complete. */
export function MissingList({ account }: { account: ProviderAccount }) {
  if (account.missing.length === 0) return null
  return (
    <Section title="Cosa manca">
      {(Object.keys(headings) as (keyof typeof headings)[]).map((urgency) => {
        const missing = account.missing.filter((each) => each.urgency === urgency)
        return missing.length === 0 ? null : (
          <div key={urgency} className={styles.missing}>
            <h3>{headings[urgency]}</h3>
            <ul>
              {missing.map(({ code, sentence }) => (
                <li key={code}>{sentence}</li>
              ))}
            </ul>
          </div>
        )
      })}
    </Section>
  )
}
