import { Button, Checkbox } from '@mantine/core'
import { Search } from 'iconoir-react'
import { type ReactNode, Suspense, useMemo, useRef, useState } from 'react'
import { LinkButton } from '../../../ui/buttons/PlainButton.tsx'
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx'
import { Icon } from '../../../ui/icons/Icon.tsx'
import { Section } from '../../../ui/layout/Section.tsx'
import { lazyWithRetry } from '../../../ui/lazy-with-retry.ts'
import { useShortcuts } from '../../../ui/shortcuts.ts'
import type { Done } from '../transfer-acts.ts'
import type { Movement, Proposal } from '../transfer-query.ts'
import { BalanceBar } from './BalanceBar.tsx'
import { BillSearch } from './BillSearch.tsx'
import { ChosenLines, RestChoices } from './ChosenLines.tsx'
import { addBill, toggleProposal } from './choice.ts'
import { ProposalList } from './ProposalList.tsx'
import { doubtOf, type Matching, useMatching } from './useMatching.ts'
import styles from './Workbench.module.css'

const CreditDialog = lazyWithRetry(() => import('./CreditDialog.tsx'))

/** What the money of these movements settles: proposals, searched bills, the balance, and the confirmation. */
export function MatchingBench({
  movements,
  proposals,
  notPermitted,
  others,
  below,
  onDone,
}: {
  movements: readonly [Movement, ...Movement[]]
  proposals: readonly Proposal[]
  /** Why the person may not match, or null. */
  notPermitted: string | null
  /** Links to the other acts. */
  others?: ReactNode
  /** What was before: matches, history. */
  below?: ReactNode
  onDone: (done: Done) => void
}) {
  const matching = useMatching({ movements, proposals, onDone })
  const several = movements.length > 1
  // Several movements have no proposals in common: their bills are searched.
  const [searching, setSearching] = useState(several)
  const [editing, setEditing] = useState(false)
  const [crediting, setCrediting] = useState(false)
  const { choice, change, untouched, open } = matching
  const toggle = (proposal: Proposal) => change(toggleProposal(choice, proposal, proposals))
  useBenchKeys({ matching, proposals, toggle, notPermitted, onSearch: () => setSearching(true) })
  const listed = choice.bills.length + choice.credits.length
  const shown = listed > 0 && (editing || several || untouched === null)

  return (
    <>
      <div className={styles.scroll}>
        <Section
          title={several ? 'Bollette' : 'Proposte'}
          action={
            notPermitted === null && (
              <Button
                variant="default"
                size="xs"
                leftSection={<Icon of={Search} />}
                aria-expanded={searching}
                aria-keyshortcuts="/"
                onClick={() => setSearching(!searching)}
              >
                Cerca una bolletta
              </Button>
            )
          }
        >
          {searching && (
            <BillSearch
              movement_id={movements[0].movement_id}
              taken={choice.bills.map(({ bill_id }) => bill_id)}
              onAdd={(bill) => change(addBill(choice, bill, open))}
              onClose={() => setSearching(false)}
            />
          )}
          {proposals.length > 0 ? (
            <ProposalList
              proposals={proposals}
              chosen={choice.ranks}
              disabled={notPermitted !== null || matching.busy}
              onToggle={toggle}
            />
          ) : (
            !searching && (
              <p className={styles.none}>
                {several
                  ? 'Cerca le bollette che questi bonifici pagano insieme.'
                  : 'Nessuna proposta: niente nella causale o nel pagatore porta a una bolletta aperta. Cercala tu.'}
              </p>
            )
          )}
        </Section>
        {shown && (
          <Section title="Che cosa salda" level={3}>
            <ChosenLines matching={matching} proposals={proposals} />
          </Section>
        )}
        <RestChoices matching={matching} proposals={proposals} />
        {!shown && listed > 0 && notPermitted === null && (
          <p className={styles.others}>
            <LinkButton onClick={() => setEditing(true)}>
              Cambia {listed === 1 ? 'l’importo' : 'gli importi'}
            </LinkButton>
          </p>
        )}
        {matching.learnable && notPermitted === null && listed > 0 && (
          <Checkbox
            className={styles.learn}
            size="xs"
            checked={matching.learn}
            onChange={(event) => matching.setLearn(event.currentTarget.checked)}
            label={`Ricorda che ${matching.hint} paga per ${matching.people[0]?.subject_nominative}`}
          />
        )}
        <Failure matching={matching} />
        {notPermitted === null ? (
          <p className={styles.others}>
            Altro: <LinkButton onClick={() => setCrediting(true)}>registra a credito</LinkButton>
            {others}
          </p>
        ) : (
          <p className={styles.none}>{notPermitted}</p>
        )}
        {below}
      </div>
      <BalanceBar matching={matching} proposals={proposals} notPermitted={notPermitted} several={several} />
      {crediting && (
        <Suspense>
          <CreditDialog
            movements={movements}
            proposals={proposals}
            onClose={() => setCrediting(false)}
            onDone={onDone}
          />
        </Suspense>
      )}
    </>
  )
}

/** Why it was not confirmed; a doubt may be set aside by somebody who knows better. */
function Failure({ matching: { failure, busy, confirm } }: { matching: Matching }) {
  if (!failure) return null
  const doubt = doubtOf(failure)
  return (
    <div className={styles.failure} role="alert">
      <ErrorState
        what={doubt ? 'Controlla prima di confermare' : 'Non l’ho abbinato'}
        why={failure.error_description}
        requestId={doubt ? undefined : (failure.request_id ?? undefined)}
      />
      {doubt && (
        <Button variant="default" loading={busy} onClick={() => void confirm([doubt])}>
          È un altro pagamento: abbina lo stesso
        </Button>
      )}
    </div>
  )
}

/** The keys of the workbench. They act on what is on screen now, however long ago they were registered. */
function useBenchKeys(now: {
  matching: Matching
  proposals: readonly Proposal[]
  toggle: (proposal: Proposal) => void
  notPermitted: string | null
  onSearch: () => void
}) {
  const latest = useRef(now)
  latest.current = now
  const section = useMemo(() => {
    const may = (act: () => void) => () => latest.current.notPermitted === null && act()
    return {
      name: 'Bonifici',
      shortcuts: [
        {
          keys: '1–9',
          presses: ['1', '2', '3', '4', '5', '6', '7', '8', '9'],
          does: 'Scegli o togli la proposta',
          run: (key: string) => {
            const { proposals, toggle } = latest.current
            const proposal = proposals.find(({ rank }) => String(rank) === key)
            if (proposal) may(() => toggle(proposal))()
          },
        },
        { keys: '/', does: 'Cerca una bolletta', run: may(() => latest.current.onSearch()) },
        { keys: 'enter', does: 'Conferma', run: may(() => void latest.current.matching.confirm()) },
      ],
    }
  }, [])
  useShortcuts(section)
}
