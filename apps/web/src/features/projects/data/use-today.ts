/** Today in the team's zone, and where its week ends. */
import { addDays } from '@muster/contract/fields/time/calendar'
import { dayAt } from '@muster/contract/fields/time/zone'
import { useMemo } from 'react'
import { useFormat } from '../../../lib/use-format.ts'

export function useToday(): { today: string; endOfWeek: string } {
  const { timeZone, firstDayOfWeek } = useFormat()
  const today = dayAt(Date.now(), timeZone) ?? new Date().toISOString().slice(0, 10)
  return useMemo(() => {
    const weekday = new Date(`${today}T00:00:00Z`).getUTCDay()
    return { today, endOfWeek: addDays(today, (firstDayOfWeek + 13 - weekday) % 7) ?? today }
  }, [today, firstDayOfWeek])
}
