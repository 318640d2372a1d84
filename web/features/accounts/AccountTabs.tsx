import { Link, useSearch } from '@tanstack/react-router'
import { paths } from '../../paths.ts'
import type { Account } from '../../records/account-query.ts'
import type { Query } from '../../ui/grid/list.ts'
import { RecordTabs } from '../../ui/RecordTabs.tsx'
import { accountTabs, tabNamed } from './account-tabs.ts'

/** The parts of a condominium's page: each is an address, and loads when it is opened. */
export function AccountTabs({ account }: { account: Account }) {
  const open = tabNamed((useSearch({ strict: false }) as Query).tab)
  const [first] = accountTabs
  return (
    <RecordTabs
      label="Parti del condominio"
      open={open.label}
      links={accountTabs.map(({ id, label }) => (
        <Link
          key={id}
          {...paths.accountPage(account.account_id, id === first.id ? undefined : id)}
          // The first has no search of its own: it is open only where there is none at all.
          activeOptions={{ exact: true }}
          aria-current={id === open.id ? 'page' : undefined}
        >
          {label}
        </Link>
      ))}
    >
      <open.Tab key={account.account_id} account={account} />
    </RecordTabs>
  )
}
