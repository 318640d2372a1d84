import { formatDateTime } from '@saldo/domain/dates'
import type { Subject } from '../../records/subject-query.ts'
import { CopyButton } from '../../ui/buttons/CopyButton.tsx'
import { MailLink, PhoneLink } from '../../ui/data/ContactLinks.tsx'
import { Facts } from '../../ui/data/Facts.tsx'
import { addressLine } from '../../ui/format/address-line.ts'

/** Data of a person or company. */
export function SubjectFacts({ subject }: { subject: Subject }) {
  const { fiscal_code, email, pec, phone } = subject
  return (
    <Facts
      rows={[
        [
          'Codice fiscale',
          fiscal_code && (
            <>
              {fiscal_code} <CopyButton text={fiscal_code} what="il codice fiscale" />
            </>
          ),
        ],
        ['E-mail', email ? <MailLink key="email" email={email} /> : 'manca: non riceve avvisi'],
        ['PEC', pec && <MailLink key="pec" email={pec} />],
        ['Telefono', phone && <PhoneLink key="phone" phone={phone} />],
        ['Indirizzo', addressLine(subject)],
        ['Ultima modifica', formatDateTime(subject.updated_at)],
      ]}
    />
  )
}
