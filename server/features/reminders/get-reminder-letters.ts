import * as contract from '@saldo/contract/bills/paper-letters'
import { letterWords, type ReminderLetter } from '@saldo/domain/arrears/reminder-letter'
import type { AddressForm } from '@saldo/domain/arrears/reminder-plan'
import { checkIban } from '@saldo/domain/iban'
import { rfOfBill } from '@saldo/domain/sepa/creditor-reference'
import type { Tx } from '../../db/connection.ts'
import { notFound } from '../../http/errors.ts'
import { asFile, serveAcross } from '../../http/serve.ts'
import { billUrl } from '../../links/bill-link.ts'
import type { Services } from '../../services.ts'
import { type LetterheadImages, letterheadImages } from '../documents/letterhead-images.ts'
import { requireUnpaid } from './paid-letters.ts'
import { type PaperLetter, reminderPdf } from './reminder-pdf.ts'

/** Drawn outside the transaction, so that drawing holds no connection. */
export const getReminderLetters = serveAcross(contract.reminderLetters, async ({ as, services, query }) => {
  const letters = await as((tx) => paperLetters(services, tx, query.ids))
  const [only, ...others] = letters
  const name =
    only && others.length === 0 ? `${only.step_name} ${only.nominative}` : `${letters.length} solleciti`
  const images = new Map<number, LetterheadImages>()
  for (const customer_id of new Set(letters.map((letter) => letter.customer_id)))
    images.set(customer_id, await letterheadImages(services, customer_id))
  const printed = letters.map((letter) => ({
    ...letter,
    ...(images.get(letter.customer_id) as LetterheadImages),
  }))
  return asFile(await reminderPdf(printed), `${name}.pdf`, 'application/pdf')
})

type Letter = Omit<PaperLetter, 'logo' | 'signature'> & { customer_id: number }
type Row = Omit<Letter, 'words' | 'lines'> & {
  form: AddressForm
  lines: (ReminderLetter['lines'][number] & { bill_id: number; link_version: number })[]
}

async function paperLetters(services: Services, tx: Tx, ids: readonly number[]): Promise<Letter[]> {
  const rows = await tx<Row[]>`
    select r.customer_id, (r.created_at at time zone 'Europe/Rome')::date as day, r.step_name, r.address_form as form, r.level, r.title, r.text,
      r.amount as total, a.name as account_name, a.iban, s.nominative,
      nullif(concat_ws(' ', s.address, s.house_number), '') as street,
      nullif(concat_ws(' ', s.zip_code, s.city, '(' || s.prov || ')'), '') as town,
      c.business_name, c.primary_mobile_phone as phone, c.primary_email as email,
      (select json_agg(json_build_object('bill_id', l.bill_id, 'number', b.number, 'description', b.description,
          'note', l.note, 'amount', l.amount, 'link_version', b.link_version) order by l.position)
        from reminder_bills l join bills b on b.customer_id = l.customer_id and b.bill_id = l.bill_id
        where l.customer_id = r.customer_id and l.reminder_id = r.reminder_id) as lines
    from reminders r
    join accounts a on a.customer_id = r.customer_id and a.account_id = r.account_id
    join subjects s on s.customer_id = r.customer_id and s.subject_id = r.subject_id
    join customers c on c.customer_id = r.customer_id
    where r.reminder_id = any(${[...ids]}::bigint[])
    order by a.name_key, s.name_key, r.reminder_id`
  if (rows.length < ids.length) throw notFound('Una delle lettere')
  await requireUnpaid(tx, ids)
  return rows.map((row) => ({
    ...row,
    iban: row.iban && checkIban(row.iban).valid ? row.iban : null,
    words: letterWords[row.form],
    lines: row.lines.map(({ bill_id, link_version, ...line }) => ({
      ...line,
      reference: rfOfBill(line.number),
      url: billUrl(services, bill_id, link_version),
    })),
  }))
}
