import { formatEuro } from '@saldo/domain/money'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '../../api.ts'
import { paths } from '../../paths.ts'
import { accountProgress } from '../../records/account-progress.ts'
import { PaymentProgress } from '../../ui/data/PaymentProgress.tsx'
import { StateLabel } from '../../ui/data/StateLabel.tsx'
import { balanced } from '../../ui/data/states.ts'
import { formatCount } from '../../ui/grid/list.ts'
import links from '../../ui/layout/Links.module.css'
import { Section } from '../../ui/layout/Section.tsx'
import styles from './ByAccount.module.css'
import type { Dashboard } from './dashboard-query.ts'

type Account = NonNullable<Dashboard['accounts']>[number]

/**
 * The condominiums with most to collect, with their progress. `of`: the resident's own, without links to lists; the
 * chosen one; or all of the office.
 */
export function ByAccount({ accounts, of }: { accounts: readonly Account[]; of: 'own' | 'one' | 'all' }) {
  const own = of === 'own'
  const all = useQuery({
    queryKey: ['accounts', 'summary', {}],
    queryFn: ({ signal }) => api('GET /v1/accounts/summary', { signal }),
    enabled: of === 'all',
  })
  return (
    <Section
      title={titles[of]}
      action={
        of === 'all' &&
        all.data && (
          <Link {...paths.accounts({ sort: '-residue' })} className={links.link}>
            {all.data.count === 1 ? 'Apri' : `Tutti e ${formatCount(all.data.count)}`}
          </Link>
        )
      }
    >
      {accounts.length === 0 ? (
        <p className={styles.none}>{none[of]}</p>
      ) : (
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">Condominio</th>
              <th scope="col">{own ? 'Dovuto' : 'Emesso'}</th>
              <th scope="col">{own ? 'Pagato' : 'Incassato'}</th>
              <th scope="col">{own ? 'Dovuto e pagato' : 'Dovuto e incassato'}</th>
              <th scope="col">{own ? 'Da pagare' : 'Da incassare'}</th>
            </tr>
          </thead>
          <tbody>
            {accounts.map((account) => (
              <AccountRow key={account.account_id} account={account} own={own} />
            ))}
          </tbody>
        </table>
      )}
    </Section>
  )
}

const titles = { own: 'I tuoi condomìni', one: 'Condominio', all: 'Condomìni' }
const none = {
  own: 'Non devi niente a nessun condominio.',
  one: 'Questo condominio non ha ancora bollette emesse.',
  all: 'Nessun condominio ha qualcosa da incassare.',
}

function AccountRow({ account, own }: { account: Account; own: boolean }) {
  const { account_id, name, city, issued, collected, residue } = account
  const lines = accountProgress(account)
  return (
    <tr>
      <th scope="row">
        {own ? (
          <strong>{name}</strong>
        ) : (
          <Link {...paths.accountPage(account_id)} className={links.name}>
            {name}
          </Link>
        )}
        {city && <span className={styles.city}> · {city}</span>}
      </th>
      <td className={styles.part}>{formatEuro(issued)}</td>
      <td className={styles.part}>{formatEuro(collected)}</td>
      <td className={styles.lines}>{lines && <PaymentProgress {...lines} toPayer={own} />}</td>
      <td className={styles.residue}>
        {residue === 0 ? <StateLabel state={balanced} /> : formatEuro(residue)}
      </td>
    </tr>
  )
}
