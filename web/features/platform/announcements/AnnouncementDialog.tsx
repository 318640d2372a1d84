import { Button, Checkbox } from '@mantine/core'
import { minuteOf } from '@saldo/domain/minutes'
import {
  type AnnouncementAudience,
  type AnnouncementLevel,
  announcementAudiences,
  announcementAudienceWords,
  announcementLevels,
  announcementLevelWords,
} from '@saldo/domain/platform/periods'
import * as check from '../../../ui/form/checks.ts'
import { FieldError } from '../../../ui/form/FieldError.tsx'
import { FormFailure } from '../../../ui/form/FormFailure.tsx'
import { SelectField } from '../../../ui/form/fields.tsx'
import { MinuteField } from '../../../ui/form/MinuteField.tsx'
import { LongTextField, TextField } from '../../../ui/form/text-fields.tsx'
import { type FieldProps, useForm } from '../../../ui/form/useForm.ts'
import { capital } from '../../../ui/format/first-letter.ts'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import styles from '../../../ui/overlay/DialogForm.module.css'
import { OfficesField, officeReferences } from '../OfficesField.tsx'
import platform from '../Platform.module.css'
import { saveAnnouncement } from './announcement-acts.ts'
import type { Announcement } from './announcements-list.tsx'

const levels = announcementLevels.map((value) => ({ value, label: capital(announcementLevelWords[value]) }))

/** Writes an announcement, for a day from now unless said otherwise, or changes one. */
export default function AnnouncementDialog({ of, onClose }: { of?: Announcement; onClose: () => void }) {
  const form = useForm({
    initial: {
      title: of?.title ?? '',
      text: of?.text ?? '',
      level: (of?.level ?? 'information') as string,
      starts_at: of ? minuteOf(new Date(of.starts_at)) : '',
      until: minuteOf(of ? new Date(of.until) : new Date(Date.now() + 24 * 60 * 60_000)) as string,
      audience: of?.audience ?? (['administrators'] as readonly AnnouncementAudience[]),
      customer_ids: officeReferences(of?.offices ?? []),
    },
    checks: {
      title: check.required('Scrivi il titolo.'),
      text: check.required('Scrivi il testo.'),
      starts_at: check.minute,
      until: check.all(check.required('Scrivi quando finisce.'), check.minute),
      audience: (chosen) => (chosen.length === 0 ? 'Scegli almeno un destinatario.' : null),
    },
    submit: async ({ level, starts_at, audience, customer_ids, ...said }) => {
      await saveAnnouncement(of, {
        ...said,
        level: level as AnnouncementLevel,
        starts_at: starts_at || null,
        audience: [...audience],
        customer_ids: customer_ids.map(({ value }) => Number(value)),
      })
      onClose()
    },
  })
  return (
    <Dialog opened title={of ? 'Modifica l’avviso' : 'Nuovo avviso'} onClose={onClose} size={520}>
      <form {...form.form} className={styles.form}>
        <TextField {...form.field('title')} label="Titolo" maxLength={80} autoFocus />
        <LongTextField {...form.field('text')} label="Testo" maxLength={500} />
        <SelectField {...form.field('level')} label="Tipo" options={levels} />
        <div className={styles.pair}>
          <MinuteField {...form.field('starts_at')} label="Dal" hint="Vuoto: subito" required={false} />
          <MinuteField {...form.field('until')} label="Al" hint="Poi sparisce da solo" />
        </div>
        <AudienceField {...form.field('audience')} />
        <OfficesField
          {...form.field('customer_ids')}
          label="Solo per questi studi"
          hint="Nessuno: per tutti. Il backoffice lo vede sempre, se è fra i destinatari."
        />
        <FormFailure failure={form.failure} />
        <div className={styles.foot}>
          <Button variant="default" onClick={onClose}>
            Annulla
          </Button>
          <Button type="submit" loading={form.busy}>
            {of ? 'Salva le modifiche' : 'Salva l’avviso'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function AudienceField({
  name,
  value,
  onChange,
  onBlur,
  error,
}: FieldProps<readonly AnnouncementAudience[]>) {
  return (
    <fieldset className={platform.choices} name={name} tabIndex={-1}>
      <legend>Destinatari</legend>
      {announcementAudiences.map((each) => (
        <Checkbox
          key={each}
          label={capital(announcementAudienceWords[each])}
          checked={value.includes(each)}
          onBlur={onBlur}
          onChange={({ currentTarget }) =>
            onChange(
              announcementAudiences.filter((other) =>
                other === each ? currentTarget.checked : value.includes(other),
              ),
            )
          }
        />
      ))}
      {error && (
        <p role="alert">
          <FieldError>{error}</FieldError>
        </p>
      )}
    </fieldset>
  )
}
