import * as contract from '@saldo/contract/payments/money-transfers'
import { formatDate, nextTargetDay, today } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import { paymentText } from '@saldo/domain/sepa/sepa-text'
import { writePain001 } from '../../bank-files/pain/write-pain001.ts'
import type { Tx } from '../../db/connection.ts'
import { badInput, conflict } from '../../http/errors.ts'
import { asFile, serve } from '../../http/serve.ts'
import { type LedgerLine, moved, post } from '../../ledger/ledger.ts'
import { lockTransfer, orRefused, type StoredTransfer, whyNotLeave } from './money-transfer.ts'
import { transferDetail } from './money-transfer-detail.ts'
import { tellOffice } from './tell-office.ts'

/**
 * The file by which the platform's bank pays. Whoever takes it is noted each time: from the first time on the bank may have it,
 * from any of them. Taken again, it is the same to the byte, by which the bank knows that it is no second order.
 */
export const getMoneyTransferFile = serve(contract.getMoneyTransferFile, async ({ tx, params }) => {
  const before = await lockTransfer(tx, params.id)
  if (before.way !== 'file' || !['approved', 'sent'].includes(before.state))
    throw conflict('no_file', 'Il file c’è solo per i bonifici approvati che non hanno ancora un esito.')
  if (before.state === 'approved') await requireLeaves(tx, before)
  await orRefused(tx`
    insert into money_transfer_file_takings (customer_id, money_transfer_id, taken_by, taken_by_name)
    values (${before.customer_id}, ${params.id}, actor_user_id(), actor_nominative())`)
  const transfer = before.file_taken_at ? before : await lockTransfer(tx, params.id)
  const pieces: string[] = []
  for await (const piece of writePain001(orderOf(transfer), 'pain.001.001.09')) pieces.push(piece)
  return asFile(Buffer.from(pieces.join('')), `${transfer.reference}.xml`, 'application/xml')
})

/** 409 if since the approval the IBAN changed, or the money is no longer there. */
async function requireLeaves(tx: Tx, transfer: StoredTransfer): Promise<void> {
  const why = await whyNotLeave(tx, transfer)
  if (why) throw conflict(why.code, why.sentence)
}

function orderOf(transfer: StoredTransfer) {
  const { reference, amount, beneficiary, iban, reason } = transfer
  const taken_at = new Date(transfer.file_taken_at as string)
  return {
    ...{ message_id: reference, created_at: `${taken_at.toISOString().slice(0, 19)}Z` },
    initiator: transfer.payer_name as string,
    blocks: [
      {
        ...{ block_id: `${reference}-1`, execute_on: nextTargetDay(today(taken_at)) },
        ...{ debtor_name: transfer.payer_name as string, debtor_iban: transfer.payer_iban as string },
        transfers: [
          {
            ...{ instruction_id: reference, end_to_end_id: reference, amount },
            ...{ creditor_name: beneficiary, creditor_iban: iban },
            text: paymentText(`${reference} ${reason}`, 140),
          },
        ],
      },
    ],
  }
}

/**
 * The bank has the file. From now on the platform pays for the condominium, and its part of the balance is the platform's.
 * A transfer that may not leave any more is refused, unless the bank already has its file: then the hand-over is noted.
 */
export const handOverMoneyTransfer = serve(
  contract.handOverMoneyTransfer,
  async ({ tx, services, actor, params, body }) => {
    const transfer = await lockTransfer(tx, params.id)
    if (transfer.way !== 'file' || transfer.state !== 'approved')
      throw conflict('not_approved', 'Si consegna alla banca solo un bonifico approvato, una volta.')
    if (!transfer.file_taken_at)
      throw conflict('file_not_taken', 'Prima scarica il file: senza, la banca non può averlo.')
    if (!body?.bank_has_it) await requireLeaves(tx, transfer)
    await tx`
      update money_transfers set state = 'sent', sent_on = today() where money_transfer_id = ${params.id}`
    await postStep(tx, transfer, 'payout', today(), moved('platform', 'payout_transit', transfer.amount))
    await tellOffice(services, tx, transfer, {
      title: `${formatEuro(transfer.amount)} accreditati al condominio`,
      body: `Saldo ha disposto il bonifico ${transfer.reference} sul conto del condominio. Motivo: ${transfer.reason}`,
      step: 'sent',
    })
    return transferDetail(tx, actor, params.id)
  },
)

/** Records by hand what the bank did with the file. That the money did not arrive frees it, so no taker of the file says it. */
export const recordMoneyTransferOutcome = serve(
  contract.recordMoneyTransferOutcome,
  async ({ tx, services, actor, params, body: { outcome, day } }) => {
    const transfer = await lockTransfer(tx, params.id)
    const wanted = outcome === 'returned' ? 'paid' : 'sent'
    if (transfer.way !== 'file' || transfer.state !== wanted)
      throw conflict('wrong_state', sentences[outcome])
    if (day > today()) throw badInput({ day: 'È nel futuro: scrivi il giorno dell’estratto conto.' })
    if (transfer.sent_on && day < transfer.sent_on)
      throw badInput({ day: `È prima del ${formatDate(transfer.sent_on)}, quando è partito.` })
    const { amount } = transfer
    if (outcome === 'paid') {
      await tx`update money_transfers set state = 'paid', paid_on = ${day} where money_transfer_id = ${params.id}`
      await postStep(tx, transfer, 'payout_arrived', day, moved('payout_transit', 'bank', amount))
    } else {
      await orRefused(tx`
        update money_transfers set state = 'failed', failed_on = ${day}, failure_code = ${outcome}
        where money_transfer_id = ${params.id}`)
      const from = outcome === 'returned' ? 'bank' : 'payout_transit'
      await postStep(tx, transfer, 'payout_failed', day, moved(from, 'platform', amount))
      await tellOffice(services, tx, transfer, {
        title: `${formatEuro(amount)} non sono arrivati`,
        body: `Il bonifico ${transfer.reference} non è arrivato al conto del condominio: il denaro è di nuovo presso il provider.`,
        step: 'back',
      })
    }
    return transferDetail(tx, actor, params.id)
  },
)

const sentences = {
  paid: 'Questo spostamento non aspetta la banca: ha già il suo esito, o il file non è stato consegnato.',
  rejected: 'Questo spostamento non aspetta la banca: ha già il suo esito, o il file non è stato consegnato.',
  returned: 'Il bonifico non risulta arrivato: solo uno arrivato può tornare indietro.',
}
const descriptions = {
  payout: 'Bonifico disposto dalla piattaforma',
  payout_arrived: 'Bonifico della piattaforma arrivato in banca',
  payout_failed: 'Bonifico della piattaforma non riuscito',
}

/** No payout of the provider executes a file, so its steps are posted here, each once. */
const postStep = (
  tx: Tx,
  { customer_id, account_id, money_transfer_id, reference }: StoredTransfer,
  kind: keyof typeof descriptions,
  day: string,
  lines: LedgerLine[],
) =>
  post(
    tx,
    {
      ...{ customer_id, account_id, subject_id: null, bill_id: null, payment_id: null, kind, day },
      source: `money_transfer:${money_transfer_id}`,
      description: `${descriptions[kind]}, ${reference}`,
    },
    lines,
  )
