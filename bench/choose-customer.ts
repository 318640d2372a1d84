import { createHash, randomBytes } from 'node:crypto'
import type { Sql } from '../server/db/connection.ts'
import { rateOf } from './rate.ts'

export const customers = 50_000

/** Typical searches in the customer chooser: part of a name, of a tax code, of an e-mail, two words, nothing. */
const typed = ['', 'bianchi 4', 'societa 123', 'f00', 'p4999@', 'rossi forli 77', 'xyz', '07919']

/** Adds customers until there are 50,000, as bulk changes do: without a line of the audit log for each. */
export async function fillCustomers(owner: Sql): Promise<void> {
  await owner.unsafe(`
    select set_config('saldo.bulk', 'yes', true);
    insert into customers (customer_id, business_name, state, firstname, lastname, address, house_number, city, zip_code, prov,
      fiscal_code, vat_number, primary_email, primary_mobile_phone)
    select 100000 + n, (array['Studio', 'Amministrazioni', 'Gestioni', 'Società'])[1 + n % 4] || ' '
      || (array['Rossi', 'Bianchi', 'De Luca', 'Nicolò', 'Esposito', 'Però'])[1 + n % 6] || ' ' || n,
      '1', (array['Marta', 'Andrea', 'Agata'])[1 + n % 3], (array['Rossi', 'Bianchi', 'De Luca'])[1 + n % 3],
      'Via ' || (array['Roma', 'Dante', 'Verdi'])[1 + n % 3], n % 200, (array['Firenze', 'Milano', 'Forlì'])[1 + n % 3],
      lpad((n % 99999)::text, 5, '0'), 'FI', upper(left(md5(n::text), 16)), lpad((n * 7919 % 99999999)::text, 11, '0'),
      'p' || n || '@example.it', '055 ' || lpad(n::text, 7, '0')
    from generate_series((select count(*) from customers)::int + 1, ${customers}) n`)
  await owner.unsafe('vacuum analyze customers')
}

/** Answers per second of the chooser's search against look-ups of one customer by key, as the back office, in turns. */
export async function chooserRatio(owner: Sql, port: number, turns: number): Promise<number> {
  const headers = await signInSuperUser(owner, 'bench-office')
  const [last] = await owner`select max(customer_id) as id from customers`
  const by = (path: string) => `http://127.0.0.1:${port}/v1/customers${path}`
  const searches = typed.map((q) => by(`?limit=50&q=${encodeURIComponent(q)}`))
  const ratios: number[] = []
  for (let turn = 0; turn <= turns; turn += 1) {
    const one = await rateOf([by(`/${last?.id}`)], headers, 1)
    const many = await rateOf(searches, headers, 1)
    if (turn > 0) ratios.push(many / one) // the first turn warms up
  }
  return ratios.toSorted((one, other) => one - other)[Math.floor(ratios.length / 2)] as number
}

/** The headers of a new super user. */
export async function signInSuperUser(owner: Sql, user_name: string) {
  const token = randomBytes(32).toString('base64url')
  const hash = createHash('sha256').update(token).digest()
  await owner`
    with u as (
      insert into users (user_name, nominative, flag_super_user) values (${user_name}, 'Bench', true) returning user_id
    ), t as (
      -- A super user without a second step could do nothing.
      insert into totp_secrets (user_id, secret, confirmed_at) select user_id, '', now() from u
    ), s as (insert into sessions (user_id) select user_id from u returning session_id)
    insert into access_tokens (token_hash, session_id, expires_at) select ${hash}, session_id, now() + interval '1 day' from s`
  return { authorization: `Bearer ${token}` }
}
