import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Upload } from 'iconoir-react'
import { api, type Reply } from '../../api.ts'
import { errorSentence } from '../../api-error.ts'
import { apiUpload } from '../../api-upload.ts'
import { usePermission } from '../../session/permissions/permission.ts'
import { queries } from '../../session/queries.ts'
import { QueryError } from '../../ui/feedback/QueryError.tsx'
import { Loading, TextSkeleton } from '../../ui/feedback/Skeleton.tsx'
import { alertToast } from '../../ui/feedback/toast.ts'
import { FormFailure } from '../../ui/form/FormFailure.tsx'
import { LongTextField } from '../../ui/form/text-fields.tsx'
import { UploadArea } from '../../ui/form/UploadArea.tsx'
import { useForm } from '../../ui/form/useForm.ts'
import { Icon } from '../../ui/icons/Icon.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import styles from './Settings.module.css'

type Branding = Reply<'GET /v1/settings/branding'>
const queryKey = ['settings', 'branding']
const keep = (branding: Branding) => queries.setQueryData(queryKey, branding)

/** The logo and the closing words in every mail that is written for the office. */
export function BrandingSection() {
  const query = useQuery({ queryKey, queryFn: ({ signal }) => api('GET /v1/settings/branding', { signal }) })
  return (
    <Section title="Le tue e-mail">
      {query.isPending && (
        <Loading what="logo e parole di chiusura">
          <TextSkeleton lines={3} />
        </Loading>
      )}
      {query.isError && (
        <QueryError
          error={query.error}
          what="Non riesco a mostrare logo e parole di chiusura"
          onRetry={() => void query.refetch()}
        />
      )}
      {query.data && (
        <>
          <p className={styles.about}>
            Stanno in tutte le e-mail che Saldo scrive per te a condòmini e clienti.
          </p>
          <Logo branding={query.data} />
          <ClosingWords branding={query.data} />
        </>
      )}
    </Section>
  )
}

function Logo({ branding: { logo, logo_width, logo_height } }: { branding: Branding }) {
  const may = usePermission('office:write')
  const remove = async () => {
    try {
      keep(await api('DELETE /v1/settings/branding/logo'))
      alertToast('Logo tolto dalle e-mail.', 'success')
    } catch (error) {
      alertToast(errorSentence(error, 'Non ho tolto il logo. Riprova fra poco.'), 'danger')
    }
  }
  const shown = logo && (
    <img
      className={styles.logo}
      src={logo}
      alt="Il logo nelle tue e-mail"
      width={logo_width ?? undefined}
      height={logo_height ?? undefined}
    />
  )
  if (!may) return shown || <p className={styles.about}>Nessun logo.</p>
  return (
    <UploadArea
      label="Logo"
      accepted="image/png,image/jpeg"
      most={100_000}
      tooBig="Il logo supera 100 kB: riducilo."
      oneAtATime="Un’immagine alla volta."
      leaving="Il logo non è ancora salvato."
      send={async (file, { onProgress, signal }) => {
        const form = new FormData()
        form.set('file', file)
        keep(await apiUpload('POST /v1/settings/branding/logo', form, { onProgress, signal }))
        alertToast('Logo salvato: da adesso è nelle tue e-mail.', 'success')
      }}
    >
      {(choose) => (
        <>
          {shown || <p className={styles.about}>Nessun logo. PNG o JPEG, al massimo 100 kB.</p>}
          <p>
            <Button variant="default" leftSection={<Icon of={Upload} />} onClick={choose}>
              {logo ? 'Cambia il logo' : 'Carica il logo'}
            </Button>{' '}
            {logo && (
              <Button variant="default" onClick={() => void remove()}>
                Togli il logo
              </Button>
            )}
          </p>
        </>
      )}
    </UploadArea>
  )
}

function ClosingWords({ branding: { closing_words } }: { branding: Branding }) {
  const may = usePermission('office:write')
  const form = useForm({
    initial: { closing_words: closing_words ?? '' },
    submit: async (body) => {
      keep(await api('PUT /v1/settings/branding', { body }))
      alertToast('Parole di chiusura salvate.', 'success')
    },
  })
  if (!may) return <p className={styles.about}>{closing_words ?? 'Nessuna parola di chiusura.'}</p>
  return (
    <form {...form.form}>
      <LongTextField
        {...form.field('closing_words')}
        label="Parole di chiusura"
        hint="Solo testo, per esempio gli orari dello studio"
        required={false}
        maxLength={600}
      />
      <FormFailure failure={form.failure} />
      <p>
        <Button type="submit" loading={form.busy}>
          Salva le parole di chiusura
        </Button>
      </p>
    </form>
  )
}
