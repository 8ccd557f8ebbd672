/** The records of a comparison: which are included, and which one survives. */
import { Checkbox, Radio } from '@mantine/core'
import type { DataRecord } from '@muster/contract/records/records.schema'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/use-format.ts'
import { AppLink } from '../../../ui/AppLink.tsx'
import classes from './Compare.module.css'

export function CompareHead({
  teamId,
  records,
  survivorId,
  leftOut,
  onKeep,
  onLeaveOut,
}: {
  teamId: number
  records: readonly DataRecord[]
  survivorId: number
  leftOut: ReadonlySet<number>
  onKeep(id: number): void
  onLeaveOut(id: number, isOut: boolean): void
}) {
  const { t } = useTranslation('duplicates')
  const format = useFormat()
  const taking = records.length - leftOut.size
  return (
    <thead>
      <tr>
        <th scope="col" className={classes.corner}>
          {t('field')}
        </th>
        {records.map(({ id, name, createdAt }) => {
          const isOut = leftOut.has(id)
          const label = name || `#${id}`
          return (
            <th key={id} scope="col" data-out={isOut || undefined} data-kept={id === survivorId || undefined}>
              <AppLink href={`/team-${teamId}/data-records/${id}`}>{label}</AppLink>
              <span className={classes.meta}>
                #{id}
                {createdAt && ` · ${format.date(createdAt)}`}
              </span>
              <Radio
                size="xs"
                name="survivor"
                label={t('keep')}
                aria-label={t('keepOne', { name: `${label} #${id}` })}
                checked={id === survivorId}
                disabled={isOut}
                onChange={() => onKeep(id)}
              />
              {records.length > 2 && (
                <Checkbox
                  size="xs"
                  label={t('include')}
                  aria-label={t('includeOne', { name: `${label} #${id}` })}
                  checked={!isOut}
                  disabled={!isOut && taking <= 2}
                  onChange={(event) => onLeaveOut(id, !event.currentTarget.checked)}
                />
              )}
            </th>
          )
        })}
      </tr>
    </thead>
  )
}
