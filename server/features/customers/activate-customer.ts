import * as contract from '@saldo/contract/registry/customers'
import { activationCheckNames } from '@saldo/domain/registry/activation'
import { missingOfCustomer } from '@saldo/domain/registry/customer'
import type { Tx } from '../../db/connection.ts'
import { recordAudit } from '../../db/record-audit.ts'
import { conflict, notFound } from '../../http/errors.ts'
import { serve } from '../../http/serve.ts'
import { queueEmail } from '../../mail/queue-email.ts'
import type { Services } from '../../services.ts'
import { notifyCustomer } from '../messages/notify-users.ts'
import { activationDetail } from './activation-list.ts'
import { customerDetail } from './customer-detail.ts'

/** Gives an office the whole product and mails it; a second call sends no second mail. */
export const activateCustomer = serve(
  contract.activateCustomer,
  async ({ services, tx, actor, params, body }) => {
    const [customer] = await tx<contract.Customer[]>`
    select * from customers where customer_id = ${params.id} for no key update`
    if (!customer) throw notFound('Il cliente')
    if (customer.state === '0') {
      const missing = missingOfCustomer(customer)
      if (Object.keys(missing).length > 0)
        throw conflict('incomplete', 'Prima di attivarlo completa i suoi dati.', missing)
      await requireChecks(tx, params.id, body.override_reason ?? null)
      await tx`
      update customers set state = '1', activated_at = now(), activated_by = ${actor.user_id}, updated_at = now()
      where customer_id = ${params.id}`
      await recordAudit(tx, {
        ...{ customer_id: params.id, noun: 'customers', record_id: params.id, act: 'activated' },
        label: customer.business_name,
      })
      await mailActivated(services, tx, customer)
    }
    return customerDetail(tx, params.id)
  },
)

/** 409 while the check list lacks something and nobody says why the customer is activated all the same. */
async function requireChecks(tx: Tx, customer_id: number, reason: string | null): Promise<void> {
  const { checks } = await activationDetail(tx, customer_id)
  const open = checks.filter(({ state }) => state !== 'done')
  if (open.length === 0) return
  if (reason === null) {
    const names = open.map(({ kind }) => activationCheckNames[kind]).join(', ')
    const sentence = `Manca ancora: ${names}. Per attivarlo lo stesso scrivi il motivo.`
    throw conflict('without_checks', sentence, { override_reason: sentence })
  }
  await tx`
    insert into activations (customer_id, override_reason) values (${customer_id}, ${reason})
    on conflict (customer_id) do update set override_reason = excluded.override_reason`
}

async function mailActivated(services: Services, tx: Tx, customer: contract.Customer): Promise<void> {
  const { customer_id, business_name, primary_email } = customer
  await notifyCustomer(services, tx, customer_id, {
    kind: 'activation',
    title: 'Il tuo studio è attivo',
    body: 'Da adesso il menu è completo: puoi aggiungere condomìni e bollette.',
    link: '/dashboard',
  })
  if (!primary_email) return
  await queueEmail(services, tx, {
    template: 'customer-activated',
    to: primary_email,
    customer_id,
    to_office: true,
    bill_id: null,
    dedupe_key: `customer-activated:${customer_id}:${new Date().toISOString()}`,
    values: {
      business_name,
      url: `${services.env.PUBLIC_URL}/#/dashboard`,
      who_writes: 'Saldo ti scrive perché questo è l’indirizzo del tuo studio.',
    },
  })
}
