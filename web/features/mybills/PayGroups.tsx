import { inAll } from '@saldo/domain/bills/owed'
import { formatEuro } from '@saldo/domain/money'
import { type ReactNode, useState } from 'react'
import css from '../../public/layout/Page.module.css'
import pay from '../../public/pay/Pay.module.css'
import { ways as wayWords } from '../../public/pay/Pay.tsx'
import { PayForm } from '../../public/pay/PayForm.tsx'
import { emptyForm } from '../../public/pay/pay-checks.ts'
import { useChosenWay } from '../../public/pay/useChosenWay.ts'
import { PublicAmount } from '../../ui/data/Amount.tsx'
import { formatCountOf } from '../../ui/grid/list.ts'
import { Icon } from '../../ui/icons/Icon.tsx'
import { covered, onlineWays, openedBy } from './covered.ts'
import type { Group, Together } from './my-bills-query.ts'
import { ownPaymentApi } from './own-payment-api.ts'
import styles from './PayTogetherPage.module.css'
import { groupKey, type Outcome } from './pay-each.ts'
import { SavedMethods } from './SavedMethods.tsx'
import { type SavedWay, savedWays } from './saved-methods.ts'
import { TransferList } from './TransferList.tsx'
import { usePayEach } from './usePayEach.ts'
import { useWayEntry } from './useWayEntry.ts'

/** Bills of several condominiums, paid in one act: what is due now of each, to the account of its condominium. */
export function PayGroups({ together, changed }: { together: Together; changed: () => void }) {
  const { groups, due_now, payable, left_out } = together
  const [typed, setTyped] = useState(emptyForm)
  const [source_id, setSource] = useState<number | null>(null)
  const { outcomes, busy, payAll } = usePayEach(groups)
  const offered = [...onlineWays, 'BANK_TRANSFER' as const].filter((each) => covered(each, groups).length > 0)
  const [way, choose] = useChosenWay(offered, useWayEntry())
  const saved = savedWays(groups)
  const all = inAll({ residue: payable, due_now })

  const withSaved = async ({ method, pays }: SavedWay) => {
    setSource(method.source_id)
    await payAll(pays, (group, key) =>
      ownPaymentApi(idsOf(group)).charge({ amount: group.due_now, source_id: method.source_id }, key),
    )
  }

  return (
    <>
      <h1>{groups.length} condomìni in una volta</h1>
      <PaidGroupsTable groups={groups} outcomes={outcomes} />
      <p className={styles.label}>Da pagare ora</p>
      <p className={styles.amount}>
        <PublicAmount cents={due_now} />
      </p>
      {all && <p className={styles.dim}>{all}</p>}
      {left_out > 0 && (
        <p className={styles.dim}>
          Più {formatCountOf(left_out, { one: 'bolletta', many: 'bollette' })}, da pagare dopo queste.
        </p>
      )}
      <p className={styles.note}>
        Sono {groups.length} pagamenti: ogni condominio incassa sul suo conto (art. 1129 c.c.).
      </p>
      <SavedMethods
        ways={saved}
        amount={({ pays }) => sumOf(pays)}
        busy={busy ? source_id : null}
        problem={null}
        pay={(chosen) => void withSaved(chosen)}
      />
      <fieldset className={pay.group}>
        <legend className={pay.legend}>{saved.length > 0 ? 'Un altro modo' : 'Come vuoi pagare'}</legend>
        {offered.map((each) => {
          const pays = covered(each, groups)
          const opened = way === each ? openedBy(each, pays) : null
          return (
            <div key={each} className={pay.way}>
              <label className={pay.choice}>
                <input type="radio" name="method" checked={way === each} onChange={() => choose(each)} />
                <Icon of={wayWords[each].icon} size={20} />
                <span>
                  <span className={pay.name}>{wayWords[each].name}</span>
                  <span className={pay.about}>{wayWords[each].about}</span>
                </span>
              </label>
              {opened && (
                <div className={pay.opened}>
                  <NotCovered groups={groups} pays={pays} />
                  {opened === 'transfers' ? (
                    <TransferList groups={groups} />
                  ) : (
                    <PayForm
                      bill={opened.first}
                      method={each as (typeof onlineWays)[number]}
                      online={{ ...opened.online, mandate_text: mandatesOf(pays) }}
                      portion={{ amount: sumOf(pays), instalment_ids: null, until: null, count: pays.length }}
                      paymentApi={{
                        ...ownPaymentApi([]),
                        payEach: (body, makeMethod) =>
                          payAll(pays, async (group, key) => {
                            const { pay: online, due_now: amount } = group
                            const payment_method_id = await makeMethod(online as NonNullable<typeof online>)
                            return ownPaymentApi(idsOf(group)).charge(
                              { ...body, payment_method_id, amount },
                              key,
                            )
                          }),
                      }}
                      check={() => true}
                      {...{ typed, setTyped, changed }}
                    />
                  )}
                </div>
              )}
            </div>
          )
        })}
      </fieldset>
      {offered.length === 0 && saved.length === 0 && (
        <p>Qui non si può ancora pagare: chiedi agli amministratori come fare.</p>
      )}
    </>
  )
}

const idsOf = ({ bills }: Group) => bills.map(({ bill_id }) => bill_id)
const sumOf = (groups: readonly Group[]) => groups.reduce((sum, { due_now }) => sum + due_now, 0)

/** Each condominium is a creditor with a mandate of its own. */
const mandatesOf = (groups: readonly Group[]): string =>
  groups.map(({ pay: online }) => online?.mandate_text).join('\n\n')

function NotCovered({ groups, pays }: { groups: readonly Group[]; pays: readonly Group[] }) {
  const not = groups.filter((group) => !pays.includes(group))
  if (not.length === 0) return null
  return (
    <p className={css.small}>
      Così non paghi {not.map(({ asker }) => asker.account_name).join(', ')}: qui non si usa. Dopo, scegli un
      altro modo.
    </p>
  )
}

/** What is paid to whom, and while it is being paid how it goes. */
function PaidGroupsTable({
  groups,
  outcomes,
}: {
  groups: readonly Group[]
  outcomes: ReadonlyMap<string, Outcome>
}) {
  const people = new Set(groups.map(({ subject_nominative }) => subject_nominative)).size
  return (
    <table className={pay.rows} aria-label="Che cosa paghi">
      <tbody>
        {groups.map((group) => (
          <tr key={groupKey(group)}>
            <td>
              {group.asker.account_name}
              <small>
                {people > 1 && `${group.subject_nominative}, `}
                {formatCountOf(group.bills.length, { one: 'bolletta', many: 'bollette' })}
              </small>
              <span aria-live="polite">{progressOf(outcomes.get(groupKey(group)))}</span>
            </td>
            <td>{formatEuro(group.due_now)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function progressOf(outcome: Outcome | undefined): ReactNode {
  if (!outcome) return null
  if (outcome.kind === 'paying') return <small>Pagamento in corso…</small>
  if (outcome.kind === 'paid') return <small>Inviato</small>
  if (outcome.kind === 'unconfirmed') return <small>Manca la tua conferma</small>
  return <small className={styles.failed}>Non pagato. {outcome.why}</small>
}
