/** Around a field: an outline and a name while somebody else writes in it. */
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { usePeopleHere } from '../use-people-here.ts'
import classes from './PeopleHere.module.css'

export function FieldWriter({
  teamId,
  dataCollectionId,
  dataRecordId,
  columnName,
  children,
}: {
  teamId: number
  dataCollectionId: number
  dataRecordId: number
  columnName: string
  children: ReactNode
}) {
  const { t } = useTranslation('live', { useSuspense: false })
  const writer = usePeopleHere(teamId, dataCollectionId).find(
    (one) => one.dataRecordId === dataRecordId && one.field === columnName,
  )
  return (
    <div
      style={{
        position: 'relative',
        borderRadius: 6,
        outline: writer && `2px solid ${writer.color}`,
        outlineOffset: 3,
      }}
    >
      {children}
      {writer && (
        <span className={classes.note} style={{ background: writer.color }}>
          {t('writes', { name: writer.name })}
        </span>
      )}
    </div>
  )
}
