/** False at first, true once `isOn` has been true for a while: quick loads show no skeleton (150 ms). */
import { useEffect, useState } from 'react'

export function useDelayed(isOn: boolean, ms = 150): boolean {
  const [isDue, setDue] = useState(false)
  useEffect(() => {
    if (!isOn) {
      setDue(false)
      return
    }
    const timer = setTimeout(() => setDue(true), ms)
    return () => clearTimeout(timer)
  }, [isOn, ms])
  return isOn && isDue
}
