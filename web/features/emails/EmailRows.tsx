import { formatDateTime } from '@saldo/domain/dates'
import { mailKindName } from '@saldo/domain/mail/mail-kinds'
import type { ReactNode } from 'react'
import { StateLabel } from '../../ui/data/StateLabel.tsx'
import { TwoLineCell } from '../../ui/data/TwoLineCell.tsx'
import rows from '../../ui/layout/RowList.module.css'
import type { EmailOfSubject } from './email-query.ts'
import { failureSentence, mailStates } from './mail-states.ts'

/** Mails as rows of a tab, each with its state and why it did not arrive. `act`: what opens it. */
export const EmailRows = <Mail extends EmailOfSubject>({
  mails,
  act,
}: {
  mails: readonly Mail[]
  act: (mail: Mail) => ReactNode
}) => (
  <ul className={rows.list} aria-label="E-mail">
    {mails.map((mail) => (
      <li key={mail.email_id}>
        <TwoLineCell
          first={mail.subject}
          second={`${mailKindName(mail.template)} a ${mail.to_address}, ${formatDateTime(mail.created_at)}`}
        />
        <div>
          <StateLabel state={mailStates[mail.state]} />
          {mail.failure && <span className={rows.dim}>{failureSentence(mail.failure)}</span>}
        </div>
        {act(mail)}
      </li>
    ))}
  </ul>
)
