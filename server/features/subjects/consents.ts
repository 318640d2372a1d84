import * as contract from '@saldo/contract/registry/subjects'
import type { z } from 'zod'
import type { Tx } from '../../db/connection.ts'
import { conflict } from '../../http/errors.ts'
import { serve } from '../../http/serve.ts'
import { actorName } from '../../timeline/actor-name.ts'
import { requireSubject } from './require-subject.ts'

export const getConsents = serve(contract.getConsents, async ({ tx, params }) => {
  await requireSubject(tx, params.id)
  return consentsOf(tx, params.id)
})

/** Repeating the same answer keeps the first one: its day matters. */
export const keepConsent = serve(contract.keepConsent, async ({ tx, params, body, actor }) => {
  const { subject_id, customer_id, email, pec } = await requireSubject(tx, params.id)
  if (body.given && body.kind === 'pec' && !pec)
    throw conflict('no_address', 'Manca l’indirizzo PEC: scrivilo prima nei dati della persona.')
  if (body.given && body.kind === 'email_notices' && !email)
    throw conflict('no_address', 'Manca l’indirizzo e-mail: scrivilo prima nei dati della persona.')
  const said = { ...body, subject_id, customer_id, user_id: actor.user_id, actor: await actorName(tx) }
  await tx`
    insert into subject_consents ${tx(said)}
    on conflict (subject_id, kind) do update
      set given = excluded.given, user_id = excluded.user_id, actor = excluded.actor, at = now()
      where subject_consents.given <> excluded.given`
  return consentsOf(tx, subject_id)
})

const consentsOf = (tx: Tx, subject_id: number) =>
  tx<z.input<typeof contract.Consent>[]>`
    select kind, given, at, actor from subject_consents where subject_id = ${subject_id} order by kind`
