import { MyUnits } from '../units/MyUnits.tsx'

/** What a resident's home shows below the bills: what the registry of the administrators says of them. */
export default function HomeRecords() {
  return <MyUnits />
}
