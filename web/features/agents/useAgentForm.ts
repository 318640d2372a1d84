import { useRef } from 'react'
import * as check from '../../ui/form/checks.ts'
import { useForm } from '../../ui/form/useForm.ts'
import { bpsOfPercent, percentOfBps } from '../../ui/format/percent.ts'
import type { Agent } from './agent-query.ts'

type AgentValues = {
  firstname: string
  lastname: string
  business_name: string
  fiscal_code: string
  vat_number: string
  email: string
  phone: string
  percent: string
}

const agentBody = (values: AgentValues) => ({
  firstname: values.firstname || null,
  lastname: values.lastname || null,
  business_name: values.business_name || null,
  fiscal_code: values.fiscal_code || null,
  vat_number: values.vat_number || null,
  email: values.email,
  phone: values.phone || null,
  commission_bps: bpsOfPercent(values.percent) ?? 0,
})

/** Form state of an agent, new or existing (`of`). */
export function useAgentForm({
  of,
  draft,
  onSave,
}: {
  of?: Agent
  draft: string
  /** Rejects with the server's error; its fields are shown at ours. */
  onSave: (body: ReturnType<typeof agentBody>) => Promise<unknown>
}) {
  const initial = useRef<AgentValues>({
    firstname: of?.firstname ?? '',
    lastname: of?.lastname ?? '',
    business_name: of?.business_name ?? '',
    fiscal_code: of?.fiscal_code ?? '',
    vat_number: of?.vat_number ?? '',
    email: of?.email ?? '',
    phone: of?.phone ?? '',
    percent: of ? percentOfBps(of.commission_bps).replace(/[^\d,]/g, '') : '',
  })
  return useForm<AgentValues>({
    initial: initial.current,
    draft,
    checks: {
      firstname: (text, { business_name }) => named(text, business_name),
      lastname: (text, { business_name }) => named(text, business_name),
      fiscal_code: (text, { vat_number }) =>
        text.trim() === '' && vat_number.trim() === ''
          ? 'Scrivi il codice fiscale o la partita IVA.'
          : check.fiscalCode(text),
      vat_number: check.vatNumber,
      email: check.all(check.required('Scrivi un indirizzo e-mail.'), check.email),
      percent: (text) =>
        bpsOfPercent(text) === null ? 'Scrivi una percentuale da 0 a 100, per esempio 12,5.' : null,
    },
    submit: (values) => onSave(agentBody(values)),
  })
}

const named = (text: string, business_name: string) =>
  text.trim() === '' && business_name.trim() === '' ? 'Scrivi nome e cognome, o la ragione sociale.' : null
