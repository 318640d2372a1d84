import { formatDateTime } from '@saldo/domain/dates'
import { CopyButton } from '../../ui/buttons/CopyButton.tsx'
import { MailLink, PhoneLink } from '../../ui/data/ContactLinks.tsx'
import { Facts } from '../../ui/data/Facts.tsx'
import { kindOf } from './customers-list.tsx'
import type { Customer } from './customers-query.ts'

/** Data of a customer. */
export function CustomerFacts({ customer }: { customer: Customer }) {
  const { firstname, lastname, fiscal_code, vat_number, primary_email, primary_mobile_phone } = customer
  const code = fiscal_code?.toUpperCase()
  return (
    <Facts
      rows={[
        ['Tipo', kindOf(customer)],
        ['Referente', [firstname, lastname].filter(Boolean).join(' ')],
        [
          'Partita IVA',
          vat_number && (
            <>
              {vat_number} <CopyButton text={vat_number} what="la partita IVA" />
            </>
          ),
        ],
        [
          'Codice fiscale',
          code && (
            <>
              {code} <CopyButton text={code} what="il codice fiscale" />
            </>
          ),
        ],
        ['E-mail', primary_email && <MailLink key="email" email={primary_email} />],
        ['Telefono', primary_mobile_phone && <PhoneLink key="phone" phone={primary_mobile_phone} />],
        ['Settore', customer.sector_name],
        ['Gruppo', customer.group_name],
        ['Condomìni', String(customer.accounts_count)],
        ['Cliente dal', formatDateTime(customer.created_at).slice(0, 10)],
        ['Attivo dal', customer.activated_at && formatDateTime(customer.activated_at)],
        ['Ultima modifica', formatDateTime(customer.updated_at)],
      ]}
    />
  )
}
