import styles from './CustomerChooser.module.css'
import type { Customer } from './CustomerChooser.tsx'

/** One customer; what was typed is underlined where it was found. */
export function CustomerRow({
  customer,
  typed,
  current,
  onChoose,
}: {
  customer: Customer
  typed: string
  current: boolean
  onChoose: (id: number) => void
}) {
  const mark = (text: string | null) => <Found text={text ?? ''} typed={typed} />
  const street = [customer.address, customer.house_number].filter(Boolean).join(' ')
  const person = [customer.firstname, customer.lastname].filter(Boolean).join(' ')
  return (
    <tr data-current={current || undefined} onClick={() => onChoose(customer.customer_id)}>
      <td>{customer.customer_id}</td>
      <td>
        <button type="button" className={styles.name} tabIndex={-1}>
          {mark(customer.business_name)}
        </button>
      </td>
      <td>{customer.is_store ? 'Professionista' : 'Amministratore'}</td>
      <td>{street}</td>
      <td>{mark(customer.city)}</td>
      <td>{customer.zip_code}</td>
      <td>{customer.prov}</td>
      <td>{mark(person)}</td>
      <td>{customer.fiscal_code?.toUpperCase()}</td>
      <td>{customer.vat_number}</td>
      <td>{mark(customer.primary_email)}</td>
      <td>{customer.primary_mobile_phone}</td>
    </tr>
  )
}

function Found({ text, typed }: { text: string; typed: string }) {
  const at = typed === '' ? -1 : text.toLowerCase().indexOf(typed.toLowerCase())
  if (at < 0) return text
  return (
    <>
      {text.slice(0, at)}
      <mark className={styles.found}>{text.slice(at, at + typed.length)}</mark>
      {text.slice(at + typed.length)}
    </>
  )
}
