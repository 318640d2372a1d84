import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import { paths } from '../../paths.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { LoadedRecord } from '../../ui/feedback/LoadedRecord.tsx'
import { DataGrid } from '../../ui/grid/DataGrid.tsx'
import { useListAddress } from '../../ui/grid/useListAddress.ts'
import links from '../../ui/layout/Links.module.css'
import { Crumbs } from '../../ui/layout/RecordPage.tsx'
import { BooksState } from './BooksState.tsx'
import { type CashRow, cashQuery, type RegisterRow } from './books-query.ts'
import { RegisterPdf } from './RegisterPdf.tsx'
import { registerList } from './register-list.tsx'

/** A condominium's accounting register (art. 1130 n. 7 c.c.), with its cash and closed period. */
export function RegisterPage() {
  const id = Number(useParams({ strict: false }).id)
  const cash = useQuery(cashQuery(id))
  if (cash.data) return <Register key={id} position={cash.data} />
  return (
    <LoadedRecord
      query={cash}
      the="il registro contabile"
      missing="Questo condominio non c’è"
      list={
        <Link {...paths.cash()} className={links.link}>
          Registro contabile
        </Link>
      }
      name="Registro"
      tabTitle="Registro contabile"
    >
      {() => null}
    </LoadedRecord>
  )
}

function Register({ position }: { position: CashRow }) {
  const { account_id, name } = position
  const navigate = useNavigate()
  const list = useMemo(() => registerList(account_id), [account_id])
  const { filters } = useListAddress(list)
  const open = ({ payment_id, bill_id }: RegisterRow) => {
    if (payment_id) void navigate(paths.paymentPage(payment_id))
    else if (bill_id) void navigate(paths.billPage(bill_id))
  }
  return (
    <>
      <title>{`Registro contabile, ${name} · Saldo`}</title>
      <DataGrid
        list={list}
        title={name}
        printed={`Registro contabile, ${name}`}
        above={
          <Crumbs
            name={name}
            list={
              <Link {...paths.cash()} className={links.link}>
                Registro contabile
              </Link>
            }
          />
        }
        actions={<RegisterPdf account_id={account_id} filters={filters} />}
        views={<BooksState position={position} />}
        empty={
          <EmptyState title="Nessun movimento, per ora">
            Pagamenti, rimborsi, commissioni e accrediti compaiono qui da soli, in ordine di data.
          </EmptyState>
        }
        onOpen={open}
      />
    </>
  )
}
