/** `const format = useFormat()`: formats of the interface language, the team's zone and the person's clock, see format.ts. */
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useClock } from './clock.ts'
import { type Formatter, formatter } from './format.ts'
import { currentLanguage } from './i18n.ts'
import { currentZone, useZoneChange } from './zone.ts'

export function useFormat(): Formatter & {
  /** today, yesterday, 3 days ago, a week ago, 2 weeks ago, then the date. */
  relative: (moment: string | Date) => string
} {
  const { t } = useTranslation('common')
  const language = currentLanguage()
  const zoneChange = useZoneChange()
  const clock = useClock()
  // biome-ignore lint/correctness/useExhaustiveDependencies: `currentZone` gives another one with each change
  return useMemo(() => {
    const format = formatter(language, currentZone, clock)
    const relative = (moment: string | Date): string => {
      const day = format.relativeDay(moment)
      switch (day.kind) {
        case 'today':
          return t('relative.today')
        case 'yesterday':
          return t('relative.yesterday')
        case 'aWeekAgo':
          return t('relative.aWeekAgo')
        case 'daysAgo':
          return t('relative.daysAgo', { count: day.count })
        case 'weeksAgo':
          return t('relative.weeksAgo', { count: day.count })
        case 'date':
          return format.date(moment)
      }
    }
    // A spread would ask for the zone.
    return Object.assign(format, { relative })
  }, [language, zoneChange, clock, t])
}
