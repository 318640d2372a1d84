import * as contract from '@saldo/contract/identity/users'
import { serve } from '../../http/serve.ts'

/** The defaults. */
const usual: contract.Preferences = {
  theme: 'system',
  density: 'wide',
  menu: 'open',
  single_keys: true,
  first_steps_hidden: false,
  columns: {},
}

/** Row-level security shows each user only their own row. */
export const getPreferences = serve(contract.getPreferences, async ({ tx }) => {
  const [kept] = await tx<contract.KeptPreferences[]>`
    select theme, density, menu, single_keys, first_steps_hidden, columns, updated_at from user_preferences
    where user_id = actor_user_id()`
  return kept ?? { ...usual, updated_at: null }
})

export const putPreferences = serve(contract.putPreferences, async ({ tx, actor, body }) => {
  const row = { ...body, columns: tx.json(body.columns), user_id: actor.user_id }
  const [kept] = await tx<contract.KeptPreferences[]>`
    insert into user_preferences ${tx(row)}
    on conflict (user_id) do update set theme = excluded.theme, density = excluded.density, menu = excluded.menu,
      single_keys = excluded.single_keys, first_steps_hidden = excluded.first_steps_hidden, columns = excluded.columns, updated_at = now()
    returning theme, density, menu, single_keys, first_steps_hidden, columns, updated_at`
  return kept as contract.KeptPreferences
})
