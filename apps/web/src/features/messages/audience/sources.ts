/** Changes of a list of audience sources. Pure. */
import type { AudienceSource } from '@muster/contract/messages/audience'

/** Of a choice such as `view-5`; null for anything else. */
export function sourceOf(choice: string): AudienceSource | null {
  const [kind, text = ''] = choice.split('-')
  const id = Number(text)
  if (kind === 'collection') return { kind, dataCollectionId: id }
  if (kind === 'subject') return { kind, subjectId: id }
  if (kind === 'view') return { kind, dataViewId: id }
  return null
}

export function withSource(sources: readonly AudienceSource[], added: AudienceSource): AudienceSource[] {
  const isThere = sources.some((one) => JSON.stringify(one) === JSON.stringify(added))
  return isThere ? [...sources] : [...sources, added]
}

/** All single people of a collection are one source. */
export function withRecord(
  sources: readonly AudienceSource[],
  dataCollectionId: number,
  recordId: number,
): AudienceSource[] {
  const isOf = (one: AudienceSource) => one.kind === 'records' && one.dataCollectionId === dataCollectionId
  if (!sources.some(isOf))
    return [...sources, { kind: 'records', dataCollectionId, dataRecordIds: [recordId] }]
  return sources.map((one) =>
    one.kind === 'records' && isOf(one)
      ? { ...one, dataRecordIds: [...new Set([...one.dataRecordIds, recordId])] }
      : one,
  )
}

export function withoutRecord(
  sources: readonly AudienceSource[],
  dataCollectionId: number,
  recordId: number,
): AudienceSource[] {
  return sources
    .map((one) =>
      one.kind === 'records' && one.dataCollectionId === dataCollectionId
        ? { ...one, dataRecordIds: one.dataRecordIds.filter((id) => id !== recordId) }
        : one,
    )
    .filter((one) => one.kind !== 'records' || one.dataRecordIds.length > 0)
}
