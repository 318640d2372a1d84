import { Button } from '@mantine/core'
import { checkCreditorId, creditorIdReasons } from '@saldo/domain/sepa/creditor-id'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '../../api.ts'
import { paths } from '../../paths.ts'
import { usePermission } from '../../session/permissions/permission.ts'
import { queries } from '../../session/queries.ts'
import { QueryError } from '../../ui/feedback/QueryError.tsx'
import { Loading, TextSkeleton } from '../../ui/feedback/Skeleton.tsx'
import { alertToast } from '../../ui/feedback/toast.ts'
import { FormFailure } from '../../ui/form/FormFailure.tsx'
import { TextField } from '../../ui/form/text-fields.tsx'
import { useForm } from '../../ui/form/useForm.ts'
import links from '../../ui/layout/Links.module.css'
import styles from './Mandates.module.css'
import { type DebitSetup, debitSetupQuery } from './mandate-query.ts'

/** What a condominium lacks to present debits to its bank, and where to enter it; nothing if it lacks nothing. */
export function CreditorSetup({ account_id }: { account_id: number }) {
  const { data: setup, ...query } = useQuery(debitSetupQuery(account_id))
  if (query.isError)
    return (
      <QueryError
        error={query.error}
        what="Non riesco a vedere se il condominio può presentare addebiti"
        onRetry={() => void query.refetch()}
      />
    )
  if (!setup)
    return (
      <Loading what="i dati del condominio">
        <TextSkeleton lines={2} />
      </Loading>
    )
  return (
    <>
      {setup.iban === null && (
        <div className={styles.setup}>
          <p>
            {setup.name} non ha ancora un IBAN: è il conto su cui la banca accredita gli addebiti.{' '}
            <Link {...paths.accountPage(setup.account_id)} className={links.link}>
              Scrivilo nella sua scheda
            </Link>
            .
          </p>
        </div>
      )}
      {setup.creditor_id === null && <CreditorIdForm key={setup.account_id} setup={setup} />}
    </>
  )
}

/** Asks for the creditor identifier. The suggestion must be chosen: only the bank knows the real one. */
function CreditorIdForm({ setup }: { setup: DebitSetup }) {
  const may = usePermission('accounts:write')
  const form = useForm({
    initial: { creditor_id: '' },
    checks: { creditor_id: whyNotCreditorId },
    submit: async ({ creditor_id }) => {
      const params = { id: setup.account_id }
      const changed = await api('POST /v1/debit-setup/{id}', { params, body: { creditor_id } })
      queries.setQueryData(debitSetupQuery(setup.account_id).queryKey, changed)
      await Promise.all(
        ['mandates', 'debit-runs', 'accounts'].map((noun) => queries.invalidateQueries({ queryKey: [noun] })),
      )
      alertToast(`Identificativo di ${setup.name} salvato.`, 'success')
    },
  })
  const { suggested_creditor_id: suggested } = setup
  const field = form.field('creditor_id')
  return (
    // The form may stand inside another one's page or dialog: its events stay here.
    <form
      {...form.form}
      className={styles.setup}
      onSubmit={(event) => {
        event.stopPropagation()
        void form.form.onSubmit(event)
      }}
    >
      <p>
        {setup.name} non ha ancora l’identificativo del creditore (CID): lo assegna la sua banca, e compare su
        ogni mandato e su ogni addebito.
      </p>
      {may ? (
        <>
          <TextField
            {...field}
            label="Identificativo del creditore (CID)"
            hint="23 caratteri, per esempio IT66ZZZA1B2C3D4E5F6G7H8"
            autoComplete="off"
            maxLength={40}
          />
          {suggested && field.value !== suggested && (
            <p>
              Dal codice fiscale risulterebbe <strong>{suggested}</strong>. Confrontalo con quello della
              banca:{' '}
              <Button variant="default" size="compact-sm" onClick={() => field.onChange(suggested)}>
                È questo
              </Button>
            </p>
          )}
          <FormFailure failure={form.failure} />
          <div>
            <Button type="submit" variant="default" loading={form.busy}>
              Salva l’identificativo
            </Button>
          </div>
        </>
      ) : (
        <p>Lo può scrivere chi nello studio modifica i condomìni: chiedilo a un collega.</p>
      )}
    </form>
  )
}

function whyNotCreditorId(text: string): string | null {
  if (text.trim() === '') return 'Scrivi l’identificativo che ti ha dato la banca.'
  const [reason] = checkCreditorId(text).reasons
  return reason ? creditorIdReasons[reason] : null
}
