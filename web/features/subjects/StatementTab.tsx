import { Button } from '@mantine/core'
import { addDays, formatDate, isDay, today } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Download } from 'iconoir-react'
import { useState } from 'react'
import { api, apiFile, type Reply } from '../../api.ts'
import { errorSentence } from '../../api-error.ts'
import { paths } from '../../paths.ts'
import { accountFilter, nameOfAccount, searchAccounts } from '../../records/account-reference.ts'
import { TabColumn } from '../../records/RecordTabs.tsx'
import type { SubjectTabProps } from '../../records/record-tab.ts'
import { IfPermitted } from '../../session/permissions/IfPermitted.tsx'
import { Amount } from '../../ui/data/Amount.tsx'
import { QueryError } from '../../ui/feedback/QueryError.tsx'
import { Loading, TextSkeleton } from '../../ui/feedback/Skeleton.tsx'
import { alertToast } from '../../ui/feedback/toast.ts'
import { DateField } from '../../ui/form/fields.tsx'
import type { Reference } from '../../ui/form/OptionList.tsx'
import { ReferenceField } from '../../ui/form/ReferenceField.tsx'
import { ReferenceName } from '../../ui/grid/filters/ReferenceName.tsx'
import type { Query } from '../../ui/grid/list.ts'
import { Icon } from '../../ui/icons/Icon.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import { saveFile } from '../../ui/save-file.ts'
import styles from './StatementTab.module.css'

type Statement = Reply<'GET /v1/subjects/statement/{id}'>

/**
 * A person's statement for a period, for all condominiums or one; both are in the address (`?condominio=7`). By default
 * one year until today.
 */
export function StatementTab({ subject: { subject_id } }: SubjectTabProps) {
  const search = useSearch({ strict: false }) as Query
  const navigate = useNavigate()
  const to = search.to ?? today()
  const from = search.from ?? addDays(to, -364)
  const named = Number(search.condominio)
  const account_id = Number.isSafeInteger(named) && named > 0 ? named : undefined
  const whyNot = wrong(from, to)
  const input = { params: { id: subject_id }, query: { from, to, account_id } }
  const { data: statement, ...query } = useQuery({
    queryKey: ['subjects', 'statement', subject_id, from, to, account_id],
    queryFn: ({ signal }) => api('GET /v1/subjects/statement/{id}', { ...input, signal }),
    enabled: whyNot === null,
    staleTime: 0,
  })
  const change = ({ condominio, ...changed }: Query) => {
    const { condominio: before, ...kept } = search
    const of = condominio ?? before
    void navigate({
      ...paths.subjectPage(subject_id),
      search: { ...kept, from, to, ...changed, ...(of ? { condominio: of } : {}) } as Query,
      replace: true,
    })
  }
  return (
    <TabColumn>
      <Section
        title="Estratto conto"
        action={
          <PdfButton
            disabled={whyNot !== null}
            fetch={() => apiFile('GET /v1/subjects/statement-pdf/{id}', input)}
          />
        }
      >
        <div className={styles.period} data-print="away">
          <DateField
            name="from"
            label="Dal"
            value={from}
            error={isDay(from) ? null : 'Scrivi una data che esista.'}
            onChange={(day) => change({ from: day })}
            onBlur={() => undefined}
          />
          <DateField
            name="to"
            label="Al"
            value={to}
            error={isDay(from) ? whyNot : isDay(to) ? null : 'Scrivi una data che esista.'}
            onChange={(day) => change({ to: day })}
            onBlur={() => undefined}
          />
          <IfPermitted permission="accounts:read">
            <OfAccount
              account_id={account_id}
              onChange={(chosen) => change({ condominio: chosen?.value ?? '' })}
            />
          </IfPermitted>
        </div>
        {whyNot === null && query.isPending && (
          <Loading what="l’estratto conto">
            <TextSkeleton lines={8} />
          </Loading>
        )}
        {query.isError && (
          <QueryError
            error={query.error}
            what="Non riesco a mostrare l’estratto conto"
            onRetry={() => void query.refetch()}
          />
        )}
        {statement && whyNot === null && (
          <>
            <p data-print="only">
              Dal {formatDate(statement.from)} al {formatDate(statement.to)} ·{' '}
              {account_id === undefined ? (
                'tutti i condomìni'
              ) : (
                <ReferenceName filter={accountFilter} id={String(account_id)} />
              )}
            </p>
            <Lines statement={statement} />
          </>
        )}
      </Section>
    </TabColumn>
  )
}

/** All condominiums unless one is chosen. */
function OfAccount({
  account_id,
  onChange,
}: {
  account_id: number | undefined
  onChange: (chosen: Reference | null) => void
}) {
  const name = useQuery({
    queryKey: ['accounts', 'name', account_id],
    queryFn: () => nameOfAccount(String(account_id)),
    enabled: account_id !== undefined,
    retry: false,
  })
  return (
    <ReferenceField
      name="condominio"
      kind="accounts"
      search={searchAccounts}
      label="Condominio"
      required={false}
      value={
        account_id === undefined
          ? null
          : { value: String(account_id), label: name.data ?? `n. ${account_id}` }
      }
      error={null}
      onBlur={() => undefined}
      onChange={onChange}
    />
  )
}

function wrong(from: string, to: string): string | null {
  if (!isDay(from) || !isDay(to)) return 'Scrivi una data che esista.'
  return from > to ? 'Il periodo finisce prima di cominciare.' : null
}

function Lines({ statement }: { statement: Statement }) {
  const { opening, lines, asked, paid, given_back, closing, credit } = statement
  return (
    <>
      <table className={styles.lines}>
        <thead>
          <tr>
            <th scope="col">Data</th>
            <th scope="col">Movimento</th>
            <th scope="col">Dovuto o pagato</th>
            <th scope="col">Da pagare</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <td>{formatDate(statement.from)}</td>
            <td>All’inizio del periodo</td>
            <td />
            <td>{formatEuro(opening)}</td>
          </tr>
          {lines.map(({ day, text, account_name, amount, balance }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines never move among themselves
            <tr key={index}>
              <td>{formatDate(day)}</td>
              <td>
                {text}
                <span className={styles.where}>{account_name}</span>
              </td>
              <td>{formatEuro(amount)}</td>
              <td>{formatEuro(balance)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {lines.length === 0 && <p className={styles.none}>Nessun movimento in questo periodo.</p>}
      <dl className={styles.sums}>
        <div>
          <dt>Bollette</dt>
          <dd>{formatEuro(asked)}</dd>
        </div>
        <div>
          <dt>Pagamenti</dt>
          <dd>{formatEuro(0 - paid)}</dd>
        </div>
        <div>
          <dt>Insoluti, rimborsi e contestazioni</dt>
          <dd>{formatEuro(given_back)}</dd>
        </div>
        <div>
          <dt>{closing < 0 ? 'A credito alla fine' : 'Da pagare alla fine'}</dt>
          <dd>
            <Amount cents={Math.abs(closing)} size="strong" total={closing === 0 ? 'closed' : 'open'} />
          </dd>
        </div>
      </dl>
      {credit > 0 && closing > -credit && (
        <p className={styles.none}>Nel conto ci sono {formatEuro(credit)} di credito non ancora usati.</p>
      )}
    </>
  )
}

function PdfButton({
  disabled,
  fetch,
}: {
  disabled: boolean
  fetch: () => Promise<{ blob: Blob; name: string }>
}) {
  const [fetching, setFetching] = useState(false)
  const download = async () => {
    setFetching(true)
    try {
      const { blob, name } = await fetch()
      saveFile(blob, name)
    } catch (error) {
      alertToast(errorSentence(error, 'Non riesco a scaricarlo. Riprova fra poco.'), 'danger')
    } finally {
      setFetching(false)
    }
  }
  return (
    <Button
      variant="default"
      leftSection={<Icon of={Download} />}
      loading={fetching}
      disabled={disabled}
      onClick={download}
    >
      Scarica il PDF
    </Button>
  )
}
