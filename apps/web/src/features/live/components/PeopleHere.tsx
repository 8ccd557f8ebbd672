/** Avatars of the people who view the same records, beside a page's title. */
import { VisuallyHidden } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/use-format.ts'
import { Initials } from '../../../ui/Initials.tsx'
import { Tooltip } from '../../../ui/Tooltip.tsx'
import { usePeopleHere } from '../use-people-here.ts'
import classes from './PeopleHere.module.css'

const maxFaces = 4

export function PeopleHere({
  teamId,
  dataCollectionId,
  dataRecordId,
}: {
  teamId: number
  /** The root of the tree. */
  dataCollectionId: number | undefined
  /** Only those at this record. */
  dataRecordId?: number
}) {
  const { t } = useTranslation('live', { useSuspense: false })
  const format = useFormat()
  const windows = usePeopleHere(teamId, dataCollectionId)
  const people = [
    ...new Map(
      windows
        .filter((one) => dataRecordId === undefined || one.dataRecordId === dataRecordId)
        .map((one) => [one.teamUserId, one]),
    ).values(),
  ]
  // Always rendered, so that arrivals and departures are announced.
  const label = people.length > 0 ? t('alsoHere', { names: format.list(people.map(({ name }) => name)) }) : ''
  return (
    <span className={classes.people} role="status">
      <VisuallyHidden>{label}</VisuallyHidden>
      {people.slice(0, maxFaces).map(({ teamUserId, name, color }) => (
        <Tooltip key={teamUserId} label={name}>
          <span className={classes.face} style={{ borderColor: color }} data-presence={name}>
            <Initials name={name} size={22} isRound />
          </span>
        </Tooltip>
      ))}
      {people.length > maxFaces && (
        <span className={classes.more} aria-hidden="true">
          +{people.length - maxFaces}
        </span>
      )}
    </span>
  )
}
