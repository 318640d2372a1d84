import { MyDocuments } from '../documents/MyDocuments.tsx'
import { MyUnits } from '../units/MyUnits.tsx'

/** What a resident's home shows below the bills: what their administrators share and have written in the registry. */
export default function HomeRecords() {
  return (
    <>
      <MyDocuments />
      <MyUnits />
    </>
  )
}
