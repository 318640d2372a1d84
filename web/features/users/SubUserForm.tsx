import type { Permission } from '@saldo/contract/sections'
import { type Matrix, matrixOf, type Preset, permissionsOf, presetMatrix } from '@saldo/domain/permissions'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { includesPermission } from '../../session/permissions/permission.ts'
import { meQuery } from '../../session/queries.ts'
import * as check from '../../ui/form/checks.ts'
import type { Reference } from '../../ui/form/OptionList.tsx'
import { FormSection, RecordForm } from '../../ui/form/RecordForm.tsx'
import { TextField } from '../../ui/form/text-fields.tsx'
import { useForm } from '../../ui/form/useForm.ts'
import { AccountsChoice } from './AccountsChoice.tsx'
import { PermissionMatrix } from './PermissionMatrix.tsx'
import { PresetChoice } from './PresetChoice.tsx'
import type { SubUserDetail } from './subuser-query.ts'

type Values = {
  nominative: string
  email: string
  user_name: string
  permissions: Matrix
  all_accounts: boolean
  account_ids: readonly Reference[]
}
export type SubUserBody = {
  nominative: string
  email: string
  user_name: string | null
  permissions: Permission[]
  all_accounts: boolean
  account_ids: number[]
}

/** Form of a sub-user: data, permissions, condominiums. Address and user name of an existing one cannot change. */
export function SubUserForm({
  of,
  save,
  onSave,
  onCancel,
}: {
  of?: SubUserDetail
  save: string
  /** Rejects with the server's error; its fields are shown at ours. */
  onSave: (body: SubUserBody) => Promise<unknown>
  onCancel: () => void
}) {
  const { data: me } = useSuspenseQuery(meQuery)
  const initial = useRef<Values>({
    nominative: of?.nominative ?? '',
    email: of?.email ?? '',
    user_name: '',
    permissions: matrixOf(of?.permissions ?? []),
    all_accounts: of ? of.all_accounts : !me.sees_some,
    account_ids: (of?.accounts ?? []).map(({ account_id, name }) => ({
      value: String(account_id),
      label: name,
    })),
  })
  const form = useForm<Values>({
    initial: initial.current,
    draft: of ? `subuser-${of.user_id}` : 'subuser-new',
    checks: {
      nominative: check.required('Scrivi nome e cognome.'),
      ...(of ? {} : { email: check.all(check.required('Scrivi l’indirizzo e-mail.'), check.email) }),
      permissions: (matrix: Matrix) =>
        permissionsOf(matrix).length === 0 ? 'Scegli almeno una sezione.' : null,
      account_ids: (chosen: readonly Reference[], { all_accounts }: Values) =>
        !all_accounts && chosen.length === 0 ? 'Scegli almeno un condominio, oppure tutti.' : null,
    },
    submit: ({ permissions, account_ids, user_name, ...rest }) =>
      onSave({
        ...rest,
        user_name: user_name || null,
        permissions: permissionsOf(permissions),
        account_ids: account_ids.map(({ value }) => Number(value)),
      }),
  })
  const mayGrant = (preset: Preset) =>
    permissionsOf(presetMatrix(preset)).every((permission) => includesPermission(me.permissions, permission))
  return (
    <RecordForm form={form} save={save} onCancel={onCancel}>
      <FormSection title="Persona">
        <TextField
          {...form.field('nominative')}
          label="Nome e cognome"
          autoComplete="off"
          maxLength={120}
          autoFocus={!of}
        />
        {!of && (
          <>
            <TextField
              {...form.field('email')}
              label="E-mail"
              hint="Lì arriva l’invito, con un link che vale tre giorni"
              type="email"
              autoComplete="off"
              maxLength={254}
            />
            <TextField
              {...form.field('user_name')}
              label="Nome utente"
              hint="Se lo lasci vuoto è l’indirizzo e-mail"
              required={false}
              autoComplete="off"
              maxLength={80}
            />
          </>
        )}
      </FormSection>
      <FormSection title="Profilo">
        <PresetChoice {...form.field('permissions')} may={mayGrant} />
      </FormSection>
      <FormSection title="Permessi">
        <PermissionMatrix
          {...form.field('permissions')}
          may={(section, level) =>
            level === 'none' || includesPermission(me.permissions, `${section}:${level}` as Permission)
          }
        />
      </FormSection>
      <FormSection title="Condomìni">
        <AccountsChoice
          all={form.field('all_accounts')}
          some={form.field('account_ids')}
          mayAll={!me.sees_some}
        />
      </FormSection>
    </RecordForm>
  )
}
