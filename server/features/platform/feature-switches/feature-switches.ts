import * as contract from '@saldo/contract/platform/feature-switches'
import { type Feature, featureMeanings, featureStateWords, features } from '@saldo/domain/platform/features'
import type { Tx } from '../../../db/connection.ts'
import { recordAudit } from '../../../db/record-audit.ts'
import { badInput } from '../../../http/errors.ts'
import { serve } from '../../../http/serve.ts'
import { type NamedOffice, namedOffices, namesOf } from '../named-offices.ts'

type Stored = Omit<contract.FeatureSwitch, 'feature'> & { feature: string; feature_switch_id: number }

const stored = (tx: Tx) => tx<Stored[]>`
  select f.feature_switch_id, f.feature, f.state, f.reason, f.changed_by_name, f.changed_at,
    coalesce((
      select jsonb_agg(jsonb_build_object('customer_id', c.customer_id, 'business_name', c.business_name)
        order by c.business_name, c.customer_id)
      from feature_switch_offices o join customers c on c.customer_id = o.of_customer_id
      where o.feature_switch_id = f.feature_switch_id), '[]') as offices
  from feature_switches f`

const untouched = (feature: Feature): contract.FeatureSwitch => ({
  ...{ feature, state: 'on', offices: [] },
  ...{ reason: null, changed_by_name: null, changed_at: null },
})

/** Every function that the code declares; of one that it does not know any more, nothing. */
async function allSwitches(tx: Tx): Promise<contract.FeatureSwitch[]> {
  const rows = await stored(tx)
  return features.map((feature) => {
    const row = rows.find((each) => each.feature === feature)
    return row ? { ...row, feature } : untouched(feature)
  })
}

const list = serve(contract.listFeatureSwitches, ({ tx }) => allSwitches(tx))

/** Turns a function on or off. What began before goes on: the acts ask when something begins. */
const set = serve(contract.setFeatureSwitch, async ({ tx, actor, params: { feature }, body }) => {
  const { state, reason } = body
  if (state === 'off_for_some' && !featureMeanings[feature].by_office)
    throw badInput({ state: 'Questa funzione è uguale per tutti gli studi: accendila o spegnila per tutti.' })
  if (state === 'off_for_some' && body.customer_ids.length === 0)
    throw badInput({ customer_ids: 'Scegli almeno uno studio.' })
  if (state !== 'off_for_some' && body.customer_ids.length > 0)
    throw badInput({
      customer_ids: `Con lo stato «${featureStateWords[state]}» vale per tutti gli studi: togli gli studi o scegli «${featureStateWords.off_for_some}».`,
    })
  const offices = state === 'off_for_some' ? await namedOffices(tx, body.customer_ids) : []
  const before = (await allSwitches(tx)).find((each) => each.feature === feature) ?? untouched(feature)
  const id = await store(tx, { feature, state, reason, changed_by: actor.user_id }, offices)
  await recordAudit(tx, {
    ...{ customer_id: null, noun: 'feature_switches', record_id: id },
    ...{ label: featureMeanings[feature].name, act: 'changed' },
    before: { state: before.state, offices: namesOf(before.offices), reason: before.reason },
    after: { state, offices: namesOf(offices), reason },
  })
  return (await allSwitches(tx)).find((each) => each.feature === feature) as contract.FeatureSwitch
})

type Change = Pick<contract.FeatureSwitch, 'feature' | 'state' | 'reason'> & { changed_by: number | null }

async function store(tx: Tx, of: Change, offices: readonly NamedOffice[]): Promise<number> {
  const [row] = await tx<{ feature_switch_id: number }[]>`
    insert into feature_switches (feature, state, reason, changed_by, changed_by_name)
    values (${of.feature}, ${of.state}, ${of.reason}, ${of.changed_by}, actor_nominative())
    on conflict (feature) do update set state = excluded.state, reason = excluded.reason, changed_by = excluded.changed_by,
      changed_by_name = excluded.changed_by_name, changed_at = now()
    returning feature_switch_id`
  const feature_switch_id = row?.feature_switch_id as number
  await tx`delete from feature_switch_offices where feature_switch_id = ${feature_switch_id}`
  for (const { customer_id } of offices)
    await tx`insert into feature_switch_offices values (${feature_switch_id}, ${customer_id})`
  return feature_switch_id
}

export const featureSwitchRoutes = [list, set]
