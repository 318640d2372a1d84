import { matrixOf, presetName } from '@saldo/domain/permissions'
import { listSource } from '../../session/list-source.ts'
import { StateLabel } from '../../ui/data/StateLabel.tsx'
import { TwoLineCell } from '../../ui/data/TwoLineCell.tsx'
import { Clipped } from '../../ui/grid/Clipped.tsx'
import type { ListDefinition } from '../../ui/grid/list.ts'
import type { SubUser } from './subuser-query.ts'
import { accountsLine, permissionsLine, subUserStates } from './subuser-words.ts'

export const subUsersList: ListDefinition<SubUser> = {
  source: listSource('users/subusers'),
  words: { one: 'collaboratore', many: 'collaboratori', feminine: false },
  columns: [
    {
      id: 'nominative',
      header: 'Nome',
      width: 190,
      grow: 2,
      sort: true,
      fixed: true,
      exports: ['nominative', 'user_name', 'email'],
      cell: ({ nominative, email, user_name }) => (
        <TwoLineCell first={nominative} second={email ?? user_name} />
      ),
    },
    {
      id: 'state',
      header: 'Stato',
      width: 112,
      cell: ({ state }) => <StateLabel state={subUserStates[state]} />,
    },
    {
      id: 'preset',
      header: 'Profilo',
      width: 190,
      cell: ({ permissions }) => presetName(matrixOf(permissions)),
    },
    {
      id: 'permissions',
      header: 'Permessi',
      width: 240,
      grow: 3,
      cell: ({ permissions }) => <Clipped>{permissionsLine(permissions)}</Clipped>,
    },
    { id: 'accounts', header: 'Condomìni', width: 150, cell: accountsLine },
  ],
  filters: [
    {
      kind: 'enum',
      id: 'state',
      label: 'Stato',
      options: Object.entries(subUserStates).map(([value, { word, icon }]) => ({ value, label: word, icon })),
    },
  ],
  defaultSort: 'nominative',
  rowId: ({ user_id }) => String(user_id),
  rowName: ({ nominative }) => nominative,
  card: (user) => ({
    title: user.nominative,
    subtitle: `${presetName(matrixOf(user.permissions))} · ${accountsLine(user)}`,
    state: <StateLabel state={subUserStates[user.state]} />,
  }),
  searches: 'Nome, nome utente, e-mail',
}
