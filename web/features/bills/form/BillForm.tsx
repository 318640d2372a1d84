import { Button } from '@mantine/core'
import { earliestDay, latestIssueDay } from '@saldo/domain/accounting/registration-dates'
import { useRef, useState } from 'react'
import { searchAccounts } from '../../../records/account-reference.ts'
import { searchSubjects } from '../../../records/subject-reference.ts'
import { IfPermitted } from '../../../session/permissions/IfPermitted.tsx'
import { LinkButton } from '../../../ui/buttons/PlainButton.tsx'
import { DateField } from '../../../ui/form/fields.tsx'
import { FieldPair, FormSection, RecordForm } from '../../../ui/form/RecordForm.tsx'
import { ReferenceField } from '../../../ui/form/ReferenceField.tsx'
import { TextField } from '../../../ui/form/text-fields.tsx'
import type { BillDetail } from '../bill-query.ts'
import { BillInstalmentsFields } from './BillInstalmentsFields.tsx'
import { BillLinesFields } from './BillLinesFields.tsx'
import { BillPayerChoice, BillUnitField } from './BillUnitFields.tsx'
import type { BillBody, BillValues } from './bill-form.ts'
import { NewSubjectDialog } from './NewSubjectDialog.tsx'
import { useBillForm } from './useBillForm.ts'

/**
 * Form of a bill, new or existing and unpaid (`of`). `onSave` gets whether it stays a draft, and rejects with the
 * server's error.
 */
export function BillForm({
  of,
  start,
  onSave,
  onCancel,
}: {
  of?: BillDetail
  start?: Partial<BillValues>
  onSave: (body: BillBody, draft: boolean) => Promise<unknown>
  onCancel: () => void
}) {
  const asDraft = useRef(false)
  const [adding, setAdding] = useState(false)
  const form = useBillForm({ of, start, onSave: (body) => onSave(body, asDraft.current) })
  const issued = of !== undefined && of.phase !== 'draft'
  const saveDraft = () => {
    asDraft.current = true
    void form.form.onSubmit().finally(() => {
      asDraft.current = false
    })
  }

  return (
    <>
      <RecordForm
        form={form}
        save={issued ? 'Salva' : 'Emetti la bolletta'}
        also={
          !issued && (
            <Button variant="default" size="lg" disabled={form.busy} onClick={saveDraft}>
              Salva come bozza
            </Button>
          )
        }
        onCancel={onCancel}
      >
        <FormSection title="Bolletta">
          <FieldPair>
            <ReferenceField
              {...form.field('account_id')}
              kind="accounts"
              label="Condominio"
              search={searchAccounts}
              disabled={issued}
              hint={issued ? 'La bolletta è già emessa: il suo condominio non si cambia' : undefined}
            />
            <BillUnitField form={form} />
          </FieldPair>
          <BillPayerChoice form={form} />
          <FieldPair>
            <div>
              <ReferenceField
                {...form.field('subject_id')}
                kind="subjects"
                label="Intestatario"
                search={searchSubjects}
              />
              <IfPermitted permission="subjects:write">
                <p style={{ margin: '4px 0 0', fontSize: 12, color: 'var(--saldo-dim)' }}>
                  Non c’è? <LinkButton onClick={() => setAdding(true)}>Aggiungi una persona</LinkButton>
                </p>
              </IfPermitted>
            </div>
          </FieldPair>
          <TextField
            {...form.field('description')}
            label="Causale"
            placeholder="Rata 3 di 4, esercizio 2026"
            autoComplete="off"
            maxLength={200}
          />
          <FieldPair>
            <TextField
              {...form.field('number')}
              label="Numero"
              required={false}
              disabled={issued}
              hint={
                issued
                  ? 'La bolletta è già emessa: il suo numero non si cambia'
                  : of
                    ? undefined
                    : 'Vuoto: il prossimo del condominio'
              }
              autoComplete="off"
              maxLength={40}
            />
            <DateField
              {...form.field('issue_date')}
              label="Data di emissione"
              min={earliestDay()}
              max={latestIssueDay()}
              disabled={issued}
              hint={issued ? 'La bolletta è già emessa: la sua data non si cambia' : undefined}
            />
          </FieldPair>
        </FormSection>
        <BillLinesFields form={form} />
        <BillInstalmentsFields form={form} />
      </RecordForm>
      {adding && (
        <NewSubjectDialog
          onClose={() => setAdding(false)}
          onAdded={(subject) => {
            form.field('subject_id').onChange(subject)
            setAdding(false)
          }}
        />
      )}
    </>
  )
}
