import * as contract from '@saldo/contract/bills/bills'
import { notFound } from '../../http/errors.ts'
import { asFile, serveAcross } from '../../http/serve.ts'
import { billFacts } from '../bills/bill-facts.ts'
import { creditNotesOf } from '../bills/credit-notes-of-bill.ts'
import { letterheadImages } from '../documents/letterhead-images.ts'
import { creditNotePdf } from './credit-note-pdf.ts'

export const getCreditNotePdf = serveAcross(contract.creditNotePdf, async ({ as, params, services }) => {
  const found = await as(async (tx) => {
    const [note] = await tx`select bill_id from credit_notes where credit_note_id = ${params.id as number}`
    if (!note) throw notFound('La nota di credito')
    const [bill, notes] = [await billFacts(tx, note.bill_id), await creditNotesOf(tx, note.bill_id)]
    return { bill, note: notes.find(({ credit_note_id }) => credit_note_id === params.id) }
  })
  if (!found.bill || !found.note) throw notFound('La nota di credito')
  const images = await letterheadImages(services, found.bill.customer_id)
  const pdf = await creditNotePdf(found.bill, found.note, images)
  return asFile(pdf, `Nota di credito ${found.note.number}.pdf`, 'application/pdf', true)
})
