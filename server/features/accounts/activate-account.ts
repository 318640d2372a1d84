import * as contract from '@saldo/contract/registry/accounts'
import { maskIban } from '@saldo/domain/iban'
import { conflict } from '../../http/errors.ts'
import { serve } from '../../http/serve.ts'
import { hasMailRoom } from '../../mail/mail-limit.ts'
import { queueEmail } from '../../mail/queue-email.ts'
import { accountDetail } from './account-detail.ts'
import { contactsOf } from './contacts-of.ts'
import { visibleAccount } from './visible-account.ts'

/** Also reopens a closed condominium. The mail is queued in the same transaction, once per activation; a mailbox that had too many gets none. */
export const activateAccount = serve(contract.activateAccount, async ({ services, tx, params: { id } }) => {
  const account = await visibleAccount(tx, id, true)
  if (account.state === 'active') return accountDetail(tx, id)
  const missing = {
    ...(account.fiscal_code ? {} : { fiscal_code: 'Manca il codice fiscale del condominio.' }),
    ...(account.iban ? {} : { iban: 'Manca l’IBAN su cui il condominio riceve gli incassi.' }),
  }
  if (Object.keys(missing).length > 0)
    throw conflict('account_not_ready', Object.values(missing).join(' '), missing)
  const [row] = await tx`
    update accounts set state = 'active', activated_at = now(), closed_at = null, updated_at = now()
    where account_id = ${id} returning activated_at`
  for (const to of await contactsOf(tx, account)) {
    if (!(await hasMailRoom(tx, 'account-activated', to))) continue
    await queueEmail(services, tx, {
      template: 'account-activated',
      to,
      customer_id: account.customer_id,
      bill_id: null,
      dedupe_key: `account-activated:${id}:${row?.activated_at}:${to}`,
      values: {
        account_name: account.name,
        iban: maskIban(account.iban as string),
        url: `${services.env.PUBLIC_URL}/#/condomini/${id}`,
      },
    })
  }
  return accountDetail(tx, id)
})
