import type { Tx } from '../../db/connection.ts'
import type { Services } from '../../services.ts'
import { notifyFullUsers } from '../messages/notify-users.ts'
import type { StoredTransfer } from './money-transfer.ts'

/** Tells the full users of the office that money of their condominium moved, once for each `step`. */
export async function tellOffice(
  services: Services,
  tx: Tx,
  { customer_id, account_id, money_transfer_id }: StoredTransfer,
  said: { title: string; body: string; step: 'sent' | 'back' },
): Promise<void> {
  const [account] = await tx<{ name: string }[]>`select name from accounts where account_id = ${account_id}`
  await notifyFullUsers(services, tx, customer_id, {
    kind: 'money_transfer',
    title: `${account?.name}: ${said.title}`,
    body: said.body,
    link: `/condomini/${account_id}?tab=spostamenti`,
    dedupe_key: `money-transfer-${said.step}:${money_transfer_id}`,
  })
}
