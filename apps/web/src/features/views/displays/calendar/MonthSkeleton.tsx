/** A month that is loading: the frame of its days, as high as with its events. */
import { Bar, Shape } from '../../../../ui/Skeletons.tsx'
import classes from './Calendar.module.css'
import { useCalendar } from './calendar-context.ts'
import { weeksOfMonth } from './days.ts'
import { weekHeight } from './week-height.ts'

export function MonthSkeleton({ date, height }: { date: string; height: number }) {
  const weeks = weeksOfMonth(date, useCalendar().firstDay)
  return (
    <Shape>
      <div className={classes.month}>
        <div className={classes.weekdays}>{'\u00a0'}</div>
        {weeks.map((week, row) => (
          <div key={week[0]} className={classes.week} style={{ height: weekHeight(height, weeks.length) }}>
            {week.map((day, column) => (
              <div key={day} className={classes.loadingDay}>
                <Bar width="22px" height={8} />
                {(row * 3 + column) % 4 === 0 && <Bar width="100%" height={16} />}
              </div>
            ))}
          </div>
        ))}
      </div>
    </Shape>
  )
}
