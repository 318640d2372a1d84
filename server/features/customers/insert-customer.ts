import type * as contract from '@saldo/contract/registry/customers'
import { missingOfCustomer } from '@saldo/domain/registry/customer'
import type { z } from 'zod'
import type { Tx } from '../../db/connection.ts'
import { omitUndefined } from '../../db/omit-undefined.ts'
import { badInput } from '../../http/errors.ts'
import { requireFeature } from '../platform/feature-switches/require-feature.ts'
import { refuseBackOfficeAddress } from '../users/refuse-back-office-address.ts'
import { requireGroupAndSector } from './groups-and-sectors.ts'
import { requireOwnTaxNumbers } from './require-own-tax-numbers.ts'

/** Inserts a customer that awaits activation. 400 at each missing field; 409 while no new offices are taken. */
export async function insertCustomer(
  tx: Tx,
  data: Omit<z.output<typeof contract.saveCustomer.body>, 'customer_id'>,
): Promise<number> {
  await requireFeature(tx, 'registrations', null)
  const missing = missingOfCustomer(data)
  if (Object.keys(missing).length > 0)
    throw badInput(missing, 'Manca qualcosa: completa i campi segnalati, o tienilo fra gli incompleti.')
  await requireGroupAndSector(tx, data)
  await refuseBackOfficeAddress(tx, data.primary_email, 'primary_email')
  await requireOwnTaxNumbers(tx, null, data)
  const [row] = await tx`insert into customers ${tx(omitUndefined(data))} returning customer_id`
  return row?.customer_id as number
}
