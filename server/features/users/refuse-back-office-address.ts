import { backOfficeAddress } from '@saldo/domain/platform/second-person'
import type { Tx } from '../../db/connection.ts'
import { conflict } from '../../http/errors.ts'

/**
 * 409 at the field `at` for an address of a mailbox of the back office, also with a tag (name+tag@…): it would be a way of theirs
 * into an office. The trigger `not_of_back_office` refuses it too; a changed address is only written once its link was
 * opened.
 */
export async function refuseBackOfficeAddress(
  tx: Tx,
  email: string | null | undefined,
  at: 'email' | 'primary_email' = 'email',
): Promise<void> {
  if (!email) return
  const [found] = await tx<[{ theirs: boolean }]>`select is_of_back_office(${email}) as theirs`
  if (found.theirs) throw conflict('back_office_address', backOfficeAddress, { [at]: backOfficeAddress })
}
