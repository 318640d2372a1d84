import { type NoticeKind, noticeKindLabels, noticeKinds } from '@saldo/domain/payments/notice'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { paths } from '../../../paths.ts'
import { useAccountInAddress } from '../../../records/account-in-address.ts'
import { searchAccounts } from '../../../records/account-reference.ts'
import choices from '../../../records/choose-bills/Choice.module.css'
import { chosenBills } from '../../../records/choose-bills/chosen-bills.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { SelectField } from '../../../ui/form/fields.tsx'
import { OptionalDayField } from '../../../ui/form/OptionalDayField.tsx'
import { FieldPair, FormSection } from '../../../ui/form/RecordForm.tsx'
import { ReferenceField } from '../../../ui/form/ReferenceField.tsx'
import { formatCountOf, type Query } from '../../../ui/grid/list.ts'
import links from '../../../ui/layout/Links.module.css'
import { PageTitle } from '../../../ui/layout/PageTitle.tsx'
import { RecordPage } from '../../../ui/layout/RecordPage.tsx'
import { billWords } from '../notice-words.ts'
import { NoticePreview } from './NoticePreview.tsx'
import type { Choice } from './preview-query.ts'

/** Makes the files of notices, MAV or RiBa, for condominiums' banks. What is chosen is in the address, so that nothing is lost. */
export function NewNoticesPage() {
  const navigate = useNavigate()
  const search = useSearch({ strict: false }) as Query
  const account = useAccountInAddress(search.account_id)
  const bill_ids = chosenBills('notices', search)
  const choose = (change: Query) => {
    const next = Object.entries({ ...search, ...change }).filter(([, value]) => value !== '')
    void navigate({ ...paths.newNotices(Object.fromEntries(next)), replace: true })
  }
  const kind = kindOf(search)
  const label = noticeKindLabels[kind]
  const choice = choiceOf(search, bill_ids)
  return (
    <RecordPage
      list={
        <Link {...paths.notices()} className={links.link}>
          Avvisi MAV e RiBa
        </Link>
      }
      name="Nuovo flusso"
      tabTitle={`Nuovo flusso ${label}`}
    >
      <PageTitle
        title={`Nuovo flusso ${label}`}
        summary="Scegli le bollette e scarichi il file: lo carichi tu nell’home banking del condominio."
      />
      <div className={choices.choice}>
        <FormSection title="Che cosa incassare">
          {bill_ids ? (
            <p className={choices.line}>
              {formatCountOf(bill_ids.length, billWords)} che hai scelto in Bollette.{' '}
              <Link {...paths.newNotices()} className={links.link}>
                Prendi invece un condominio
              </Link>
            </p>
          ) : (
            <FieldPair>
              <ReferenceField
                name="account_id"
                kind="accounts"
                label="Condominio"
                search={searchAccounts}
                value={account}
                error={null}
                onBlur={() => undefined}
                onChange={(chosen) => choose({ account_id: chosen?.value ?? '', bollette: '' })}
              />
              <OptionalDayField
                name="due_to"
                label="Bollette in scadenza fino al"
                hint="Vuoto: tutte quelle da pagare"
                day={search.due_to}
                onChoose={(due_to) => choose({ due_to })}
              />
            </FieldPair>
          )}
          <FieldPair>
            <OptionalDayField
              name="due_on"
              label="Scadenza degli avvisi"
              hint="Vuoto: quella di ogni bolletta"
              day={search.due_on}
              onChoose={(due_on) => choose({ due_on })}
            />
            <SelectField
              name="kind"
              label="Tipo di avviso"
              hint={kind === 'riba' ? 'Si incassa sulla banca di chi paga: servono ABI e CAB' : undefined}
              value={kind}
              error={null}
              options={noticeKinds.map((value) => ({ value, label: noticeKindLabels[value] }))}
              onBlur={() => undefined}
              onChange={(value) => choose({ tipo: value === 'riba' ? 'riba' : '' })}
            />
          </FieldPair>
        </FormSection>
      </div>
      {bill_ids === undefined ? (
        <EmptyState title="Le bollette scelte non sono più qui">
          Le avevi scelte in un’altra finestra. Sceglile di nuovo in{' '}
          <Link {...paths.bills()} className={links.link}>
            Bollette
          </Link>
          , oppure prendi un condominio.
        </EmptyState>
      ) : choice ? (
        <NoticePreview key={keyOf(search)} of={keyOf(search)} choice={choice} />
      ) : (
        <p className={choices.dim}>
          Scegli il condominio: vedi subito quali bollette possono avere un avviso, quali no e perché. Per
          sceglierle una a una, parti da{' '}
          <Link {...paths.bills()} className={links.link}>
            Bollette
          </Link>
          .
        </p>
      )}
    </RecordPage>
  )
}

const kindOf = ({ tipo }: { tipo?: string | undefined }): NoticeKind => (tipo === 'riba' ? 'riba' : 'mav')

/** Of what bills are taken out by hand: of a condominium, or of those chosen elsewhere. */
const keyOf = ({ account_id }: Query) => account_id ?? 'scelte'

/** What is asked for; null until a condominium or bills are chosen. */
function choiceOf(
  { account_id, due_to, due_on, tipo }: Query,
  bill_ids: number[] | null | undefined,
): Choice | null {
  const due = { kind: kindOf({ tipo }), ...(due_on ? { due_on } : {}) }
  if (bill_ids) return { bill_ids, ...due }
  if (account_id === undefined || !/^\d{1,15}$/.test(account_id)) return null
  return { account_id: Number(account_id), ...(due_to ? { due_to } : {}), ...due }
}
