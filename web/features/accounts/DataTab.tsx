import { WaitingContact } from '../../records/contact-changes/WaitingContact.tsx'
import { RecordListLinks } from '../../records/RecordListLinks.tsx'
import type { AccountTabProps } from '../../records/record-tab.ts'
import { RecordColumns } from '../../ui/layout/RecordPage.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import { AccountFacts } from './AccountFacts.tsx'
import { AccountFigures } from './AccountFigures.tsx'

/** Figures and data of a condominium. */
export function DataTab({ account }: AccountTabProps) {
  return (
    <RecordColumns
      main={
        <>
          {account.residue !== null && (
            <Section title="Incassi">
              <AccountFigures account={account} />
            </Section>
          )}
          <RecordListLinks plain of={{ account_id: String(account.account_id) }} />
        </>
      }
      side={
        <>
          <WaitingContact of={{ noun: 'accounts', id: account.account_id }} />
          <Section title="Dati">
            <AccountFacts account={account} />
          </Section>
        </>
      }
    />
  )
}
