import { makeCreditorId } from '@saldo/domain/sepa/creditor-id'
import type { Tx } from '../../../db/connection.ts'
import type { Condominium, Subject } from '../generate/condominiums.ts'
import { demoSuperUsers, demoUsers, studios } from '../generate/studios.ts'
import { condominiumWithAccount } from '../provider/condominium-account.ts'
import { insertNumbered, insertRows } from './insert-rows.ts'

/** The database ids of condominiums and people. */
export type Registry = {
  customer_ids: number[]
  /** User ids by name. */
  user_ids: Record<string, number>
  account_ids: Map<Condominium, number>
  /** The ids of people by index of the studio and tax code. */
  subject_ids: Map<string, number>
}
export const subjectKey = (studio: number, person: { fiscal_code: string }) =>
  `${studio} ${person.fiscal_code}`

/** `password_hashes`: one for each demo user. `destination`: the account of one condominium; null: the provider is not there. */
export type GivenToRegistry = { password_hashes: readonly string[]; destination: string | null }

/** Writes customers, users, condominiums and people. */
export async function writeRegistry(
  tx: Tx,
  condominiums: readonly Condominium[],
  subjects: readonly Subject[],
  { password_hashes, destination }: GivenToRegistry,
  since: string,
): Promise<Registry> {
  const dated = { created_at: since, updated_at: since }
  const customers = studios.map((studio) => ({ ...studio, fiscal_code: studio.vat_number, ...dated }))
  const customer_ids = await insertNumbered(tx, 'customers', 'customer_id', customers)
  const user_ids = await writeUsers(tx, customer_ids, password_hashes, since)
  const accounts = condominiums.map((of) => ({
    ...accountRow(of),
    account_destination: of.place.name === condominiumWithAccount ? destination : null,
    customer_id: customer_ids[of.place.studio],
    ...dated,
  }))
  const account_ids = await insertNumbered(tx, 'accounts', 'account_id', accounts)
  const people = subjects.map((subject) => ({
    ...subjectRow(subject),
    customer_id: customer_ids[subject.studio],
    user_id: subject.person.is_demo_resident ? user_ids.condomino : null,
    ...dated,
  }))
  const subject_ids = await insertNumbered(tx, 'subjects', 'subject_id', people)
  return {
    customer_ids,
    user_ids,
    account_ids: new Map(condominiums.map((of, index) => [of, account_ids[index] as number])),
    subject_ids: new Map(
      subjects.map(({ studio, person }, index) => [subjectKey(studio, person), subject_ids[index] as number]),
    ),
  }
}

async function writeUsers(
  tx: Tx,
  customer_ids: number[],
  password_hashes: readonly string[],
  created_at: string,
) {
  const rows = demoUsers.map(({ user_name, nominative, email, studio }) => ({
    ...{ user_name, nominative, email, created_at },
    customer_id: studio === null ? null : customer_ids[studio],
    flag_super_user: demoSuperUsers.includes(user_name),
    activated_at: demoSuperUsers.includes(user_name) ? created_at : null,
    flag_can_buy_service_is_active: user_name === 'amministratore',
  }))
  const ids = await insertNumbered(tx, 'users', 'user_id', rows)
  const credentials = ids.map((user_id, index) => ({
    user_id,
    password_hash: password_hashes[index],
    updated_at: created_at,
  }))
  await insertRows(tx, 'credentials', credentials)
  return Object.fromEntries(demoUsers.map(({ user_name }, index) => [user_name, ids[index] as number]))
}

const accountRow = ({ place, city, fiscal_code, iban }: Condominium) => ({
  ...{ name: place.name, fiscal_code, iban, provider_account: place.provider_account },
  minimum_payment: place.minimum_payment,
  // Only the first office presents debits to banks.
  creditor_id: place.studio === 0 && iban ? makeCreditorId(fiscal_code) : null,
  ...{
    address: place.address,
    house_number: place.house_number,
    city: city.city_desc,
    city_id: city.city_id,
  },
  ...{ zip_code: place.zip_code, prov: city.prov_id },
})

/** Owners who let their flat live round the corner. */
const subjectRow = ({ person, at, city }: Subject) => ({
  ...{
    nominative: person.nominative,
    fiscal_code: person.fiscal_code,
    email: person.email,
    phone: person.phone,
  },
  address: at.address,
  house_number: person.lives_there ? at.house_number : String(Number(at.house_number) + 14),
  ...{ city: city.city_desc, city_id: city.city_id, zip_code: at.zip_code, prov: city.prov_id },
})
