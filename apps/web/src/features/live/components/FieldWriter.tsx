/** On a field's border: an outline and a name while somebody else edits it. Its parent is positioned. */
import { useTranslation } from 'react-i18next'
import type { PersonHere } from '../use-people-here.ts'
import classes from './PeopleHere.module.css'

export function FieldWriter({
  people,
  dataRecordId,
  columnName,
}: {
  people: readonly PersonHere[]
  dataRecordId: number
  columnName: string
}) {
  const { t } = useTranslation('live', { useSuspense: false })
  const writer = people.find((one) => one.dataRecordId === dataRecordId && one.field === columnName)
  if (!writer) return null
  return (
    <span className={classes.outline} style={{ borderColor: writer.color }} data-writer={writer.name}>
      <span className={classes.note} style={{ background: writer.color }}>
        {t('editing', { name: writer.name })}
      </span>
    </span>
  )
}
