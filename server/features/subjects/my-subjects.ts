import * as contract from '@saldo/contract/registry/my-records'
import type { PendingQuery, Row } from 'postgres'
import type { Tx } from '../../db/connection.ts'
import { omitUndefined } from '../../db/omit-undefined.ts'
import { notFound } from '../../http/errors.ts'
import { serve } from '../../http/serve.ts'
import { requireCity } from '../accounts/require-city.ts'

/** Row-level security shows a resident their own records alone; a handful, whoever they are. */
const mySubjects = (tx: Tx, condition: PendingQuery<Row[]>) => tx<contract.MySubject[]>`
  select s.subject_id, s.nominative, s.fiscal_code, s.email, s.phone, s.address, s.house_number, s.city, s.city_id,
    s.zip_code, s.prov, json_build_object('business_name', c.business_name, 'email', c.primary_email,
      'phone', c.primary_mobile_phone) as office
  from subjects s join customers c on c.customer_id = s.customer_id
  where ${condition}
  order by c.business_name, s.nominative, s.subject_id limit 200`

export const listMySubjects = serve(contract.listMySubjects, async ({ tx }) => ({
  subjects: await mySubjects(tx, tx`true`),
}))

/** What a resident may change, each with its name in a sentence. Street and town are one thing to whoever reads of it. */
const names = {
  phone: 'il telefono',
  address: 'l’indirizzo',
  house_number: 'l’indirizzo',
  city: 'l’indirizzo',
  city_id: 'l’indirizzo',
  zip_code: 'l’indirizzo',
  prov: 'l’indirizzo',
} as const
type Contacts = Record<keyof typeof names, string | null>

/** The office gets a message, and the change stands in the person's history as everybody's do. */
export const changeMyContacts = serve(
  contract.changeMyContacts,
  async ({ services, tx, body: { subject_id, ...given } }) => {
    await requireCity(tx, given.city_id)
    const [before] = await tx<Contacts[]>`
      select phone, address, house_number, city, city_id, zip_code, prov from subjects
      where subject_id = ${subject_id} for no key update`
    if (!before) throw notFound('La tua scheda')
    const asked: Partial<Contacts> = omitUndefined(given)
    const changed = (Object.keys(names) as (keyof typeof names)[]).filter(
      (field) => asked[field] !== undefined && asked[field] !== before[field],
    )
    if (changed.length > 0) {
      await tx`update subjects set ${tx(asked)}, updated_at = now() where subject_id = ${subject_id}`
      await services.queue.enqueue(tx, 'tell-own-contacts', {
        subject_id,
        what: [...new Set(changed.map((field) => names[field]))].join(' e '),
        at: new Date().toISOString(),
      })
    }
    const [now] = await mySubjects(tx, tx`s.subject_id = ${subject_id}`)
    return now as contract.MySubject
  },
)
