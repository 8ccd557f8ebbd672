/** The names of a timeline's lanes, from the values of its field. */
import { fieldType } from '@muster/contract/fields/types/index'
import { canBeLanes } from '@muster/contract/views/views.rules'
import type { TimelineOverview } from '@muster/contract/views/views.schema'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { type FieldContext, fieldContextOf, fieldTitle, gridCellOf } from '../../../fields/public.ts'
import type { Display } from '../../source.ts'

export interface LaneName {
  name: string
  color: string | null
}

/** Null where the records are in one lane without a name. */
export function useLaneNames(
  display: Display,
  context: FieldContext,
  overview: TimelineOverview | null | undefined,
): ((key: string | null) => LaneName) | null {
  const { t } = useTranslation('timeline')
  const { groupField } = display
  return useMemo(() => {
    if (!groupField || !canBeLanes(groupField)) return null
    const { storage } = fieldType(groupField.dataType)
    const within = fieldContextOf(context, overview?.linked)
    return (key) => {
      if (key === null) return { name: t('otherLanes'), color: null }
      if (key === '')
        return { name: t('noLane', { field: fieldTitle(groupField, context.format.language) }), color: null }
      const value = storage === 'id' ? Number(key) : storage === 'boolean' ? key === 'true' : key
      return {
        name: gridCellOf(groupField, value, within).display || key,
        color: (storage === 'id' && overview?.linked[key]?.color) || null,
      }
    }
  }, [groupField, context, overview?.linked, t])
}
