import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { EditPencil } from 'iconoir-react'
import { paths } from '../../paths.ts'
import { RecordTabs } from '../../records/RecordTabs.tsx'
import { customerQuery } from '../../session/queries.ts'
import { LoadedRecord } from '../../ui/feedback/LoadedRecord.tsx'
import { addressLine } from '../../ui/format/address-line.ts'
import { Icon } from '../../ui/icons/Icon.tsx'
import links from '../../ui/layout/Links.module.css'
import { PageTitle } from '../../ui/layout/PageTitle.tsx'

/** A customer's own page. */
export function CustomerPage() {
  const id = Number(useParams({ strict: false }).id)
  const query = useQuery(customerQuery(id))
  const list = (
    <Link {...paths.customers()} className={links.link}>
      Clienti
    </Link>
  )
  return (
    <LoadedRecord
      query={query}
      the="il cliente"
      missing="Questo cliente non c’è"
      list={list}
      name={query.data?.business_name ?? `n. ${id}`}
      tabTitle={query.data?.business_name ?? 'Cliente'}
    >
      {(customer) => (
        <>
          <PageTitle
            title={customer.business_name}
            summary={addressLine(customer)}
            actions={
              <Button
                variant="default"
                leftSection={<Icon of={EditPencil} />}
                renderRoot={(props) => <Link {...paths.editCustomer(id)} {...props} />}
              >
                Modifica
              </Button>
            }
          />
          <RecordTabs
            of="customer"
            label="Parti del cliente"
            page={(tab) => paths.customerPage(id, tab)}
            tabProps={{ customer }}
          />
        </>
      )}
    </LoadedRecord>
  )
}
