// biome-ignore-all lint/a11y/useSemanticElements: a <table> cannot hold absolutely placed, virtual rows
// biome-ignore-all lint/a11y/useFocusableInteractive: the search box has the focus and names the current row
// biome-ignore-all lint/a11y/useKeyWithClickEvents: the search box's Enter does the same
import type { ReactNode } from 'react'
import { findMatches } from '../../ui/format/find-matches.ts'
import styles from './CustomerChooser.module.css'
import type { Customer } from './customers-query.ts'

const joined = (...parts: (string | null)[]) => parts.filter(Boolean).join(' ')

/** The columns of the specification, in its order; `text` is what the search highlights. */
export const columns: readonly { header: string; text: (customer: Customer) => string }[] = [
  { header: 'Id', text: ({ customer_id }) => String(customer_id) },
  { header: 'Ragione sociale', text: ({ business_name }) => business_name },
  { header: 'Tipo', text: ({ is_store }) => (is_store ? 'Professionista' : 'Amministratore') },
  { header: 'Indirizzo', text: ({ address, house_number }) => joined(address, house_number) },
  { header: 'Città', text: ({ city }) => city ?? '' },
  { header: 'CAP', text: ({ zip_code }) => zip_code ?? '' },
  { header: 'Prov.', text: ({ prov }) => prov ?? '' },
  { header: 'Nome', text: ({ firstname, lastname }) => joined(firstname, lastname) },
  { header: 'Codice fiscale', text: ({ fiscal_code }) => fiscal_code?.toUpperCase() ?? '' },
  { header: 'Partita IVA', text: ({ vat_number }) => vat_number ?? '' },
  { header: 'E-mail', text: ({ primary_email }) => primary_email ?? '' },
  { header: 'Telefono', text: ({ primary_mobile_phone }) => primary_mobile_phone ?? '' },
]
/** The type has no column of its own; an id matches only as a whole. */
const isSearched = (header: string, value: string, typed: string) =>
  header === 'Id' ? value === typed : header !== 'Tipo'

/** One customer, with matches underlined. */
export function CustomerRow({
  domId,
  customer,
  index,
  top,
  typed,
  card,
  current,
  busy,
  onChoose,
}: {
  domId: string
  customer: Customer
  index: number
  top: number
  typed: string
  card: boolean
  current: boolean
  busy: boolean
  onChoose: (id: number) => void
}) {
  return (
    <div
      id={domId}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={current}
      aria-busy={busy || undefined}
      className={card ? styles.card : styles.row}
      data-current={current || undefined}
      style={{ top }}
      onClick={() => onChoose(customer.customer_id)}
    >
      {columns.map(({ header, text }) => {
        const value = text(customer)
        return (
          <div
            key={header}
            role="gridcell"
            data-column={header}
            title={value || undefined}
            aria-label={card && value ? `${header} ${value}` : undefined}
          >
            {isSearched(header, value, typed) ? marked(value, typed) : value}
          </div>
        )
      })}
    </div>
  )
}

function marked(text: string, typed: string): ReactNode {
  if (typed === '') return text
  const parts: ReactNode[] = []
  let end = 0
  for (const [from, to] of findMatches(text, typed)) {
    parts.push(
      text.slice(end, from),
      <mark key={from} className={styles.found}>
        {text.slice(from, to)}
      </mark>,
    )
    end = to
  }
  return [...parts, text.slice(end)]
}
