import { Button, Select } from '@mantine/core'
import { useState } from 'react'
import styles from './InstalmentSchedule.module.css'

const counts = ['1', '2', '3', '4', '6', '10', '12']
const intervals = [
  { value: '1', label: 'ogni mese' },
  { value: '2', label: 'ogni due mesi' },
  { value: '3', label: 'ogni tre mesi' },
  { value: '6', label: 'ogni sei mesi' },
]

/** Generates instalments from a number and the months between them. */
export function InstalmentSchedule({
  label,
  action,
  ready,
  needs,
  onGenerate,
}: {
  label: string
  action: string
  ready: boolean
  /** Shown while it is not ready: what is missing. */
  needs: string
  onGenerate: (count: number, months: number) => void
}) {
  const [count, setCount] = useState('4')
  const [months, setMonths] = useState('3')
  return (
    <>
      <div className={styles.fields}>
        <Select
          label={label}
          data={counts.map((value) => ({ value, label: value === '1' ? 'una rata' : `${value} rate` }))}
          value={count}
          onChange={(value) => value && setCount(value)}
        />
        <Select
          label="Scadenze"
          data={intervals}
          value={months}
          onChange={(value) => value && setMonths(value)}
        />
        <Button
          variant="default"
          h={36}
          disabled={!ready}
          onClick={() => onGenerate(Number(count), Number(months))}
        >
          {action}
        </Button>
      </div>
      {!ready && <p className={styles.note}>{needs}</p>}
    </>
  )
}
