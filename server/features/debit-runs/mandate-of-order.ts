import { normaliseIban } from '@saldo/domain/iban'
import { agreedNoticeDays } from '@saldo/domain/sepa/mandate'
import { BankFileRefused, type DebitOrderBlock, type OrderedDebit } from '../../bank-files/bank-file.ts'
import type { Tx } from '../../db/connection.ts'
import { actorName } from '../../timeline/actor-name.ts'
import { setCreditorId } from '../accounts/set-creditor-id.ts'
import { amendFromOrder, insertBankMandate, notePresented } from '../mandates/bank-mandate.ts'
import { bankMandateText } from '../mandates/mandate-text.ts'
import type { OpenBill } from './open-bills.ts'
import { runAccount } from './run-account.ts'

/**
 * The mandate of a debit that another program presented, by its reference. One that is not known here is recorded as
 * active: its creditor has it, or could not have presented the debit. Throws a BankFileRefused when the reference is
 * another person's.
 */
export async function mandateOfOrder(
  tx: Tx,
  { customer_id, account_id }: { customer_id: number; account_id: number },
  of: { block: DebitOrderBlock; debit: OrderedDebit; bill: OpenBill; message_id: string },
): Promise<number> {
  const { debit, bill } = of
  const { creditor_id } = of.block
  const [known] = await tx<
    { mandate_id: number; account_id: number; subject_id: number; debtor_iban: string }[]
  >`
    select mandate_id, account_id, subject_id, debtor_iban from mandates
    where customer_id = ${customer_id} and provider_account = 'bank' and creditor_id = ${creditor_id}
      and umr = ${debit.mandate_reference} for update`
  const debtor_iban = normaliseIban(debit.debtor_iban)
  const actor = await actorName(tx)
  if (known) {
    if (known.account_id !== account_id || known.subject_id !== bill.subject_id)
      throw new BankFileRefused(
        `Il mandato ${debit.mandate_reference} è di un’altra persona, non di chi deve la bolletta ${bill.number}.`,
        debit.line,
      )
    if (known.debtor_iban !== debtor_iban)
      await amendFromOrder(tx, known.mandate_id, {
        ...{ debtor_iban, debtor_name: debit.debtor_name, actor },
        text: `IBAN cambiato come nel flusso ${of.message_id}`,
      })
    await notePresented(tx, [known.mandate_id])
    return known.mandate_id
  }
  const account = await runAccount(tx, account_id)
  if (account.creditor_id === null) await setCreditorId(tx, account_id, creditor_id)
  const mandate_id = await insertBankMandate(
    tx,
    {
      ...{
        customer_id,
        account_id,
        subject_id: bill.subject_id,
        creditor_id,
        signing: 'file',
        state: 'active',
      },
      ...{
        debtor_name: debit.debtor_name,
        debtor_iban,
        signed_on: debit.signed_on,
        umr: debit.mandate_reference,
      },
      one_off: of.block.sequence === 'OOFF',
      text: bankMandateText({ account_name: account.name, creditor_id, notice_days: agreedNoticeDays }),
      ...{ accepted_from: 'flusso', accepted_with: of.message_id },
    },
    { text: `Trovato nel flusso ${of.message_id}: il mandato firmato è presso chi l’ha presentato`, actor },
  )
  await notePresented(tx, [mandate_id])
  return mandate_id
}
