/** A task's due date; overdue ones also say so in a word. */
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/use-format.ts'
import { Glyph } from '../../../ui/Glyph.tsx'
import { useToday } from '../data/use-today.ts'
import classes from './DueMark.module.css'

export function DueMark({ dueOn, isDone }: { dueOn: string | null; isDone: boolean }) {
  const { t } = useTranslation('projects')
  const format = useFormat()
  const { today } = useToday()
  if (dueOn === null) return null
  const isLate = !isDone && dueOn < today
  const isToday = !isDone && dueOn === today
  return (
    <time
      dateTime={dueOn}
      title={format.plainFullDate(dueOn)}
      className={classes.due}
      data-late={isLate || undefined}
      data-today={isToday || undefined}
    >
      <Glyph name={isLate ? 'warning' : 'calendar'} size={12} />
      {isLate
        ? t('due.overdue', { date: format.plainDate(dueOn) })
        : isToday
          ? t('due.today')
          : format.plainDate(dueOn)}
    </time>
  )
}
