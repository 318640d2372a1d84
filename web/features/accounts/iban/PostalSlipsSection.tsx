import { Button } from '@mantine/core'
import { type SlipKind, slipKindLabels, slipKinds } from '@saldo/domain/postal/customer-code'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api, type Reply } from '../../../api.ts'
import { useRefusalReason } from '../../../session/permissions/permission.ts'
import { queries } from '../../../session/queries.ts'
import { QueryError } from '../../../ui/feedback/QueryError.tsx'
import { Loading, TextSkeleton } from '../../../ui/feedback/Skeleton.tsx'
import { alertToast } from '../../../ui/feedback/toast.ts'
import { FormFailure } from '../../../ui/form/FormFailure.tsx'
import { SelectField } from '../../../ui/form/fields.tsx'
import { TextField } from '../../../ui/form/text-fields.tsx'
import { useForm } from '../../../ui/form/useForm.ts'
import { Section } from '../../../ui/layout/Section.tsx'
import styles from './BankTab.module.css'

type PostalSlips = Reply<'GET /v1/accounts/postal-slips/{id}'>

const slipsQuery = (id: number) =>
  queryOptions({
    queryKey: ['accounts', 'postal-slips', id],
    queryFn: ({ signal }) => api('GET /v1/accounts/postal-slips/{id}', { params: { id }, signal }),
  })

const kinds = [
  { value: 'none', label: 'Nessun bollettino' },
  ...slipKinds.map((value) => ({ value, label: slipKindLabels[value] })),
]

/** Which postal slip is printed with the bills of a condominium. */
export function PostalSlipsSection({ account_id }: { account_id: number }) {
  const { data: slips, ...query } = useQuery(slipsQuery(account_id))
  return (
    <Section title="Bollettino postale">
      {query.isPending && (
        <Loading what="il bollettino postale">
          <TextSkeleton lines={2} />
        </Loading>
      )}
      {query.isError && (
        <QueryError
          error={query.error}
          what="Non riesco a mostrare il bollettino postale"
          onRetry={() => void query.refetch()}
        />
      )}
      {slips &&
        (slips.postal_account === null ? (
          <p className={styles.none}>
            Si stampa con le bollette se l’IBAN del condominio è di un conto BancoPosta.
            {slips.kind !== null && ' Il bollettino scelto prima ora non si stampa più.'}
          </p>
        ) : (
          <SlipsForm slips={slips} postal_account={slips.postal_account} />
        ))}
    </Section>
  )
}

function SlipsForm({ slips, postal_account }: { slips: PostalSlips; postal_account: string }) {
  const { account_id } = slips
  const whyNot = useRefusalReason('accounts:write')
  const form = useForm({
    initial: {
      kind: (slips.kind ?? 'none') as string,
      holder: slips.holder,
      authorisation: slips.authorisation ?? '',
    },
    checks: {
      holder: (text, { kind }) =>
        kind !== 'none' && text.trim().length > 80 ? 'Al massimo 80 caratteri.' : null,
      authorisation: (text, { kind }) =>
        kind !== 'none' && text.trim().length > 60 ? 'Al massimo 60 caratteri.' : null,
    },
    submit: async ({ kind, holder, authorisation }) => {
      const saved = await api('PUT /v1/accounts/postal-slips/{id}', {
        params: { id: account_id },
        body: { kind: kind === 'none' ? null : (kind as SlipKind), holder, authorisation },
      })
      queries.setQueryData(slipsQuery(account_id).queryKey, saved)
      alertToast('Bollettino postale salvato.', 'success')
    },
  })
  const prints = form.values.kind !== 'none'
  return (
    <form {...form.form} className={styles.slips}>
      <p className={styles.none}>
        Conto corrente postale n. {postal_account.replace(/^0+/, '')}: se scegli un tipo, il bollettino è
        sulla seconda pagina del PDF delle bollette da pagare. Quando carichi l’estratto conto, il codice
        abbina l’incasso alla bolletta.
      </p>
      <SelectField
        {...form.field('kind')}
        label="Tipo"
        options={kinds}
        disabled={whyNot !== null}
        hint="Con un 896 chi paga non scrive niente; con un 674 scrive l’importo"
      />
      {prints && (
        <>
          <TextField
            {...form.field('holder')}
            label="Intestazione del conto"
            hint="Come la riporta Poste Italiane"
            disabled={whyNot !== null}
          />
          <TextField
            {...form.field('authorisation')}
            label="Autorizzazione di Poste"
            hint="Poste Italiane la dà a chi stampa i bollettini in proprio: per esempio AUT. N. DB/00123 DEL 01/02/2026"
            required={false}
            disabled={whyNot !== null}
          />
        </>
      )}
      <FormFailure failure={form.failure} />
      {whyNot === null ? (
        <Button type="submit" variant="default" loading={form.busy} className={styles.save}>
          Salva il bollettino
        </Button>
      ) : (
        <p className={styles.note}>{whyNot}</p>
      )}
    </form>
  )
}
