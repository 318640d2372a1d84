import { formatLongDate, today } from '@saldo/domain/dates'
import type { Tx } from '../../db/connection.ts'
import { queueEmail } from '../../mail/queue-email.ts'
import type { Services } from '../../services.ts'
import { type News, notifyUser } from '../messages/notify-users.ts'
import type { Sides } from './delegation.sql.ts'

type Told = {
  title: string
  template: 'delegation-granted' | 'delegation-ended'
  to_owner: string
  to_delegate: string
}

/** Tells both sides that the delegation holds from now on: who sees and pays what, until when, and how to end it. */
export const tellGranted = (services: Services, tx: Tx, sides: Sides) =>
  tell(services, tx, sides, {
    template: 'delegation-granted',
    title: 'Delega attiva',
    to_owner: `${sides.delegate_name} (${sides.delegate_email}) può vedere e pagare le tue bollette gestite da ${sides.business_name}, ${untilOf(sides)}. Non vede i tuoi contatti, i tuoi metodi di pagamento e i tuoi documenti.`,
    to_delegate: `Puoi vedere e pagare le bollette di ${sides.owner_name} gestite da ${sides.business_name}, ${untilOf(sides)}. Le trovi nella tua pagina, separate dalle tue.`,
  })

export const tellEnded = (services: Services, tx: Tx, sides: Sides) =>
  tell(services, tx, sides, {
    template: 'delegation-ended',
    title: 'Delega chiusa',
    to_owner: `${sides.delegate_name} (${sides.delegate_email}) non vede e non paga più le tue bollette gestite da ${sides.business_name}.${pastOf(sides)}`,
    to_delegate: `Non vedi e non paghi più le bollette di ${sides.owner_name} gestite da ${sides.business_name}. Le ricevute di quello che hai pagato restano tue.${pastOf(sides)}`,
  })

async function tell(
  services: Services,
  tx: Tx,
  sides: Sides,
  { template, title, ...said }: Told,
): Promise<void> {
  const { delegation_id, customer_id, owner_email, delegate_email } = sides
  const mail = {
    ...{ template, bill_id: null },
    values: { url: `${services.env.PUBLIC_URL}/#/dashboard` },
  }
  const news: Omit<News, 'body'> = {
    ...{ kind: 'delegation', title, link: '/dashboard', dedupe_key: `${template}:${delegation_id}` },
  }
  await notifyUser(services, tx, sides.owner_user_id, { ...news, body: said.to_owner })
  await notifyUser(services, tx, sides.delegate_user_id, { ...news, body: said.to_delegate })
  // The owner may have no access: then it is their administrator who writes.
  if (owner_email)
    await queueEmail(services, tx, {
      ...{ ...mail, customer_id, to: owner_email, dedupe_key: `${template}:${delegation_id}:owner` },
      values: { ...mail.values, what: said.to_owner },
    })
  await queueEmail(services, tx, {
    ...{
      ...mail,
      customer_id: null,
      to: delegate_email,
      dedupe_key: `${template}:${delegation_id}:delegate`,
    },
    values: { ...mail.values, what: said.to_delegate },
  })
}

/** Nobody ended it: they may have forgotten the day, and may wish to go on. */
const pastOf = ({ expires_on }: Sides) =>
  expires_on && expires_on < today()
    ? ` La delega valeva fino al ${formatLongDate(expires_on)}: se serve ancora, si può fare di nuovo.`
    : ''

const untilOf = ({ expires_on }: Sides) =>
  expires_on ? `fino al ${formatLongDate(expires_on)}` : 'finché uno di voi non la chiude'
