import { Button } from '@mantine/core'
import { mostAgreedBps } from '@saldo/domain/arrears/late-interest'
import { legalRates, whyNoLegalRate } from '@saldo/domain/arrears/legal-rates'
import { today } from '@saldo/domain/dates'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api.ts'
import { queries } from '../../session/queries.ts'
import { QueryError } from '../../ui/feedback/QueryError.tsx'
import { Loading, TextSkeleton } from '../../ui/feedback/Skeleton.tsx'
import { alertToast } from '../../ui/feedback/toast.ts'
import { FormFailure } from '../../ui/form/FormFailure.tsx'
import { SelectField } from '../../ui/form/fields.tsx'
import { FieldPair, FormSection } from '../../ui/form/RecordForm.tsx'
import { TextField } from '../../ui/form/text-fields.tsx'
import { useForm } from '../../ui/form/useForm.ts'
import styles from './LateInterest.module.css'
import { type InterestRule, interestRuleQuery } from './late-interest-query.ts'

const kinds = [
  { value: 'none', label: 'Non si contano' },
  { value: 'legal', label: 'Al saggio legale (art. 1284 c.c.)' },
  { value: 'agreed', label: 'Al tasso del condominio' },
]

/** The rule for late interest of a condominium. */
export function InterestRuleSection({ account_id }: { account_id: number }) {
  const { data: rule, ...query } = useQuery(interestRuleQuery(account_id))
  if (query.isError)
    return (
      <QueryError
        what="Non riesco a vedere come si contano gli interessi"
        error={query.error}
        onRetry={() => void query.refetch()}
      />
    )
  if (!rule)
    return (
      <Loading what="la regola degli interessi">
        <TextSkeleton lines={2} />
      </Loading>
    )
  return <RuleForm rule={rule} />
}

/** `2,5` → 250; NaN if it is not a rate. */
export const basisPoints = (text: string): number =>
  /^\d{1,2}(,\d{1,2})?$/.test(text.trim())
    ? Math.round(Number(text.trim().replace(',', '.')) * 100)
    : Number.NaN

/** The legal rate on a day, with its decree; or why there is none. */
function legalRateNow(day: string): string {
  const rate = legalRates.find(({ from, to }) => from <= day && day <= to)
  if (!rate) return whyNoLegalRate(day)
  const percent = String(rate.basis_points / 100).replace('.', ',')
  return `Saggio del ${day.slice(0, 4)}: ${percent}%, ${rate.decree} (${rate.gazette}).`
}

function RuleForm({ rule }: { rule: InterestRule }) {
  const form = useForm({
    initial: {
      kind: rule.kind as string,
      agreed_bps: rule.agreed_bps === null ? '' : String(rule.agreed_bps / 100).replace('.', ','),
    },
    checks: {
      agreed_bps: (text, { kind }) => {
        if (kind !== 'agreed') return null
        const rate = basisPoints(text)
        return rate > 0 && rate <= mostAgreedBps
          ? null
          : `Scrivi un tasso come 2,5, al massimo ${mostAgreedBps / 100}.`
      },
    },
    submit: async ({ kind, agreed_bps }) => {
      const saved = await api('POST /v1/late-interest/rule', {
        body: {
          account_id: rule.account_id,
          kind: kind as InterestRule['kind'],
          ...(kind === 'agreed' ? { agreed_bps: basisPoints(agreed_bps) } : {}),
        },
      })
      queries.setQueryData(interestRuleQuery(rule.account_id).queryKey, saved)
      await queries.invalidateQueries({ queryKey: ['bills', 'late-interest'] })
      alertToast('Regola degli interessi salvata.', 'success')
    },
  })
  return (
    <form {...form.form} style={{ marginTop: 32, maxWidth: 680 }}>
      <FormSection title="Interessi di mora">
        <FieldPair>
          <SelectField
            {...form.field('kind')}
            label="Come si contano"
            hint="Si vedono sulle bollette pagate in ritardo o da pagare; li chiedi tu. Un tasso nuovo vale per i giorni non ancora chiesti"
            options={kinds}
          />
          {form.values.kind === 'agreed' && (
            <TextField
              {...form.field('agreed_bps')}
              label="Tasso annuo, in percentuale"
              hint="Quello del regolamento o dell’assemblea"
              inputMode="text"
              autoComplete="off"
              maxLength={5}
            />
          )}
        </FieldPair>
        {form.values.kind === 'legal' && <p className={styles.dim}>{legalRateNow(today())}</p>}
        <FormFailure failure={form.failure} />
        <Button type="submit" loading={form.busy} style={{ justifySelf: 'start' }}>
          Salva la regola
        </Button>
      </FormSection>
    </form>
  )
}
