import { Button } from '@mantine/core'
import { formatEuro } from '@saldo/domain/money'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api, type Reply } from '../../api.ts'
import { logout } from '../../session/session.ts'
import { QueryError } from '../../ui/feedback/QueryError.tsx'
import { Loading, TextSkeleton } from '../../ui/feedback/Skeleton.tsx'
import { alertToastAcrossReload } from '../../ui/feedback/toast.ts'
import { FormFailure } from '../../ui/form/FormFailure.tsx'
import { TextField } from '../../ui/form/text-fields.tsx'
import { useForm } from '../../ui/form/useForm.ts'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import dialog from '../../ui/overlay/DialogForm.module.css'
import styles from './Security.module.css'
import { whatEnds, whatStays } from './what-leaving-ends.ts'

type Leaving = Reply<'GET /v1/users/btoc/leaving'>

const leavingQuery = queryOptions({
  queryKey: ['users', 'leaving'],
  queryFn: ({ signal }) => api('GET /v1/users/btoc/leaving', { signal }),
  staleTime: 0,
})

/** Says what ends and what stays, and closes the access of whoever types their user name. */
export function LeaveDialog({ onClose }: { onClose: () => void }) {
  const { data: leaving, ...query } = useQuery(leavingQuery)
  return (
    <Dialog opened title="Chiudi il tuo accesso" onClose={onClose} size={520}>
      {query.isPending && (
        <Loading what="che cosa finisce e che cosa resta">
          <TextSkeleton lines={6} />
        </Loading>
      )}
      {query.isError && (
        <QueryError
          error={query.error}
          what="Non riesco a dire che cosa finisce e che cosa resta"
          onRetry={() => void query.refetch()}
        />
      )}
      {leaving && <Leave leaving={leaving} onClose={onClose} />}
    </Dialog>
  )
}

function Leave({ leaving, onClose }: { leaving: Leaving; onClose: () => void }) {
  const { user_name, email, residue } = leaving
  const form = useForm({
    initial: { user_name: '' },
    checks: {
      user_name: (typed: string) =>
        typed.trim().toLowerCase() === user_name.toLowerCase() ? null : `Scrivi ${user_name}.`,
    },
    submit: async (body) => {
      await api('POST /v1/users/btoc/leave', { body })
      logout()
      alertToastAcrossReload(
        email ? `Accesso chiuso: lo conferma un’e-mail a ${email}.` : 'Accesso chiuso.',
        'success',
      )
    },
  })
  return (
    <form {...form.form} className={dialog.form}>
      {residue > 0 && (
        <p className={dialog.reason}>
          Hai ancora {formatEuro(residue)} da pagare: chiudere l’accesso non li cancella.
        </p>
      )}
      <div>
        <p className={styles.heading} id="leaving-ends">
          Finisce subito
        </p>
        <ul className={styles.points} aria-labelledby="leaving-ends">
          {whatEnds(leaving).map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      </div>
      <div>
        <p className={styles.heading} id="leaving-stays">
          Resta
        </p>
        <ul className={styles.points} aria-labelledby="leaving-stays">
          {whatStays(leaving).map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      </div>
      <TextField
        label="Il tuo nome utente"
        hint={`Per confermare scrivi ${user_name}`}
        autoComplete="off"
        {...form.field('user_name')}
      />
      <FormFailure failure={form.failure} />
      <div className={dialog.foot}>
        <Button variant="default" onClick={onClose}>
          Annulla
        </Button>
        <Button type="submit" color="mattone" loading={form.busy}>
          Chiudi il tuo accesso
        </Button>
      </div>
    </form>
  )
}
