import { maskIban } from '@saldo/domain/iban'
import { Link } from '@tanstack/react-router'
import { paths } from '../../paths.ts'
import type { Account } from '../../records/account-query.ts'
import { citiesQuery, queries } from '../../session/queries.ts'
import { AddressFields } from '../../ui/form/AddressFields.tsx'
import { MoneyField } from '../../ui/form/fields.tsx'
import { FieldPair, FormSection } from '../../ui/form/RecordForm.tsx'
import { TextField } from '../../ui/form/text-fields.tsx'
import links from '../../ui/layout/Links.module.css'
import { CheckedFiscalCodeField, CheckedIbanField } from './CheckedFields.tsx'
import type { AccountFormState } from './useAccountForm.ts'

type Part = { form: AccountFormState; of?: Account; customer_id: number | null }

/** Name and address of a condominium. */
export function DataFields({ form, of, customer_id }: Part) {
  return (
    <>
      <FormSection title="Condominio">
        <TextField
          {...form.field('name')}
          label="Nome"
          placeholder="Condominio Via Ghibellina 41"
          autoComplete="off"
          maxLength={120}
          autoFocus={!of}
        />
        <CheckedFiscalCodeField
          field={form.field('fiscal_code')}
          customer_id={customer_id}
          {...(of ? { account_id: of.account_id } : {})}
        />
      </FormSection>
      <FormSection title="Indirizzo">
        <AddressFields form={form} loadCities={() => queries.fetchQuery(citiesQuery)} />
      </FormSection>
      <FormSection title="Contatti">
        <FieldPair>
          <TextField
            {...form.field('email')}
            label="E-mail"
            {...(of?.email ? { hint: 'Se la cambi, scriviamo al vecchio indirizzo' } : {})}
            type="email"
            autoComplete="off"
            maxLength={254}
          />
          <TextField {...form.field('phone')} label="Telefono" type="tel" autoComplete="off" maxLength={30} />
        </FieldPair>
      </FormSection>
    </>
  )
}

/** Its bank account, and how payments are asked for. */
export function BankFields({
  form,
  of,
  autoFocus = false,
}: Omit<Part, 'customer_id'> & { autoFocus?: boolean }) {
  return (
    <>
      <FormSection title="Banca">
        {of?.iban ? (
          <p style={{ margin: 0, color: 'var(--saldo-dim)' }}>
            IBAN {maskIban(of.iban)}. Gli incassi arrivano lì: per spostarli serve una conferma. Si fa dalla
            scheda{' '}
            <Link {...paths.accountPage(of.account_id, 'banca')} className={links.link}>
              Banca
            </Link>
            .
          </p>
        ) : (
          <CheckedIbanField
            field={form.field('iban')}
            hint="Il conto del condominio: ne ha uno suo, diverso dagli altri"
            holder={form.values.name}
            autoFocus={autoFocus}
            {...(of ? { account_id: of.account_id } : {})}
          />
        )}
      </FormSection>
      <FormSection title="Incassi online">
        <MoneyField
          {...form.field('minimum_payment')}
          label="Acconto minimo"
          hint="Lascia vuoto se si pagano solo rate intere. Con un importo, i residenti possono pagare anche una parte"
        />
      </FormSection>
    </>
  )
}
