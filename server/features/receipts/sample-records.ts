import type { InsertSamples } from '../../testing/records.ts'

export const insertSamples: InsertSamples<'receipt_layout'> = async (tx, { customer_id, bill_id, mark }) => {
  const layout = {
    ...{
      customer_id,
      name: `${mark} ${bill_id}`,
      columns: tx.json([{ column: 'gross', header: mark }]) as never,
    },
    ...{
      rows: 'movement',
      separator: 'semicolon',
      decimal: 'comma',
      date_format: 'dd/mm/yyyy',
      charset: 'utf-8',
    },
  }
  const [row] = await tx`insert into receipt_layouts ${tx(layout)} returning layout_id`
  return { receipt_layout: row?.layout_id as number }
}
