import * as contract from '@saldo/contract/reports/agents'
import type { z } from 'zod'
import type { Tx } from '../../db/connection.ts'
import { omitUndefined } from '../../db/omit-undefined.ts'
import { conflictIfNotUnique } from '../../db/unique-violation.ts'
import { badInput, notFound } from '../../http/errors.ts'
import { serve } from '../../http/serve.ts'
import { agentDetail } from './agents-list.ts'

type Body = Omit<z.output<typeof contract.saveAgent.body>, 'agent_id'>

export const saveAgent = serve(contract.saveAgent, async ({ tx, body: { agent_id, ...body } }) => {
  return agentDetail(tx, agent_id === undefined ? await insert(tx, body) : await change(tx, agent_id, body))
})

async function insert(tx: Tx, body: Body): Promise<number> {
  requireWhole(body)
  const [row] = await conflictIfNotUnique(
    tx`insert into agents ${tx(omitUndefined(body))} returning agent_id`,
    anotherHasIt,
  )
  return row?.agent_id
}

async function change(tx: Tx, agent_id: number, body: Body): Promise<number> {
  const [before] = await tx<Body[]>`
    select firstname, lastname, business_name, fiscal_code, vat_number, email, phone, commission_bps
    from agents where agent_id = ${agent_id} for update`
  if (!before) throw notFound('L’agente')
  requireWhole({ ...before, ...omitUndefined(body) })
  await conflictIfNotUnique(
    tx`update agents set ${tx(omitUndefined(body))}, updated_at = now() where agent_id = ${agent_id}`,
    anotherHasIt,
  )
  return agent_id
}

/** 400 at the field: an agent needs a name, and the data for an invoice. */
function requireWhole({ business_name, firstname, lastname, fiscal_code, vat_number }: Body): void {
  const wrong: Record<string, string> = {}
  if (!business_name && !firstname) wrong.firstname = 'Scrivi nome e cognome, o la ragione sociale.'
  if (!business_name && !lastname) wrong.lastname = 'Scrivi nome e cognome, o la ragione sociale.'
  if (!fiscal_code && !vat_number) wrong.fiscal_code = 'Scrivi il codice fiscale o la partita IVA.'
  if (Object.keys(wrong).length > 0) throw badInput(wrong)
}

const anotherHasIt = {
  one_agent_per_fiscal_code: { fiscal_code: 'C’è già un agente con questo codice fiscale.' },
  one_agent_per_vat_number: { vat_number: 'C’è già un agente con questa partita IVA.' },
}
