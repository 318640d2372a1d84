import * as contract from '@saldo/contract/registry/my-records'
import { serve } from '../../http/serve.ts'

/** `own_units` names the caller's units alone: neighbours, and what the office notes of a unit, are not theirs to read. */
export const listMyUnits = serve(contract.listMyUnits, async ({ tx }) => ({
  units: await tx<contract.MyUnit[]>`select * from own_units()`,
}))
