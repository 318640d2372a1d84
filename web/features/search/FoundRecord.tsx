import { formatDate } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import { Building, DataTransferBoth, Group, Page } from 'iconoir-react'
import { foundIn } from '../../ui/found-in.ts'
import { Icon } from '../../ui/Icon.tsx'
import type { Kind } from './results.ts'
import styles from './SearchDialog.module.css'
import type { SearchResult } from './SearchDialog.tsx'

const icons = { condomini: Building, soggetti: Group, bollette: Page, transazioni: DataTransferBoth }

const titles: Record<Kind, (result: SearchResult) => (string | null)[]> = {
  condomini: ({ account_name }) => [account_name],
  soggetti: ({ subject_nominative }) => [subject_nominative],
  bollette: ({ bill_number, subject_nominative }) => [bill_number, subject_nominative],
  transazioni: ({ payment_id, subject_nominative }) => [`PG-${payment_id}`, subject_nominative],
}
const details: Record<Kind, (result: SearchResult) => (string | null)[]> = {
  condomini: ({ fiscal_code }) => [fiscal_code],
  soggetti: ({ fiscal_code }) => [fiscal_code],
  bollette: ({ account_name }) => [account_name],
  transazioni: ({ account_name, bill_number }) => [account_name, bill_number && `bolletta ${bill_number}`],
}

/** One record that was found, with what was typed marked in it; for a super user also whose it is. */
export function FoundRecord({
  result,
  typed,
  showCustomer,
}: {
  result: SearchResult
  typed: string
  showCustomer: boolean
}) {
  const title = joined(titles[result.data_from](result))
  const detail = joined([...details[result.data_from](result), showCustomer ? result.customer_name : null])
  return (
    <>
      <Icon of={icons[result.data_from]} />
      <span className={styles.main}>
        <span className={styles.name}>
          <Marked text={title} typed={typed} />
        </span>
        {detail && (
          <span className={styles.detail}>
            <Marked text={detail} typed={typed} />
          </span>
        )}
      </span>
      {result.amount !== null && (
        <span className={styles.figures}>
          <span className={styles.amount}>
            <Marked text={formatEuro(result.amount)} typed={typed} />
          </span>
          {result.date && <span className={styles.detail}>{formatDate(result.date)}</span>}
        </span>
      )}
    </>
  )
}

const joined = (parts: (string | null)[]) => parts.filter(Boolean).join(' · ')

function Marked({ text, typed }: { text: string; typed: string }) {
  const parts: React.ReactNode[] = []
  let from = 0
  for (const [start, end] of foundIn(text, typed)) {
    parts.push(
      text.slice(from, start),
      <mark key={start} className={styles.found}>
        {text.slice(start, end)}
      </mark>,
    )
    from = end
  }
  return [...parts, text.slice(from)]
}
