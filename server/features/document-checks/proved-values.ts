import type { DocumentCheck } from '@saldo/contract/backoffice/document-checks'
import { type ProvedField, provedBy } from '@saldo/domain/registry/document-proof'
import type { Tx } from '../../db/connection.ts'

type Known = Partial<Record<ProvedField, string | readonly string[] | null>>
type Document = Pick<DocumentCheck, 'owner' | 'type' | 'customer_id' | 'account_id' | 'subject_id'>

/** What Saldo knows of the owner of a document, of the fields that its type proves; an empty list: nobody wrote it. */
export async function provedValues(tx: Tx, document: Document): Promise<DocumentCheck['proves']> {
  const known = await knownOf[document.owner](tx, document)
  return provedBy(document.owner, document.type).map((field) => ({
    field,
    values: [known[field] ?? []].flat().filter((value) => value !== ''),
  }))
}

const address = (tx: Tx, of: string) => tx`
  concat_ws(', ', nullif(concat_ws(' ', ${tx(of)}.address, ${tx(of)}.house_number), ''),
    nullif(concat_ws(' ', ${tx(of)}.zip_code, ${tx(of)}.city, '(' || ${tx(of)}.prov || ')'), '')) as address`

const knownOf: Record<DocumentCheck['owner'], (tx: Tx, document: Document) => Promise<Known>> = {
  customer: async (tx, { customer_id }) => {
    const [office] = await tx<Known[]>`
      select c.business_name, concat_ws(' ', c.lastname, c.firstname) as person, upper(c.fiscal_code) as fiscal_code,
        c.vat_number, c.primary_email as email, ${address(tx, 'c')},
        array(select u.nominative from users u
          where u.customer_id = c.customer_id and not u.is_subuser and u.state in ('active', 'invited') order by u.user_id) as people
      from customers c where c.customer_id = ${customer_id}`
    return office ?? {}
  },
  account: async (tx, { account_id }) => {
    const [account] = await tx<Known[]>`
      select a.name as account_name, upper(a.fiscal_code) as fiscal_code, ${address(tx, 'a')}, c.business_name,
        masked_iban(a.iban) as iban
      from accounts a join customers c on c.customer_id = a.customer_id where a.account_id = ${account_id}`
    return account ?? {}
  },
  subject: async (tx, { customer_id, subject_id }) => {
    const [subject] = await tx<Known[]>`
      select s.nominative, upper(s.fiscal_code) as fiscal_code, ${address(tx, 's')}, s.email,
        array(select distinct a.name || ', ' || u.name from right_holders h
          join units u using (customer_id, account_id, unit_id) join accounts a using (customer_id, account_id)
          where h.customer_id = ${customer_id} and h.subject_id = s.subject_id
            and (h.until is null or h.until >= today())
          order by 1) as units
      from subjects s where s.customer_id = ${customer_id} and s.subject_id = ${subject_id}`
    return subject ?? {}
  },
}
