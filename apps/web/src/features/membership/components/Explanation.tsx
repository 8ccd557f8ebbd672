/** Why a record belongs to a collection, or why not: each condition, the record's value, and whether it is met. */
import { Button } from '@mantine/core'
import type { Filter } from '@muster/contract/filters/ast'
import type { MembershipExplanation } from '@muster/contract/membership/membership.schema'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api, call, queryKeyOf } from '../../../lib/api.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { Glyph } from '../../../ui/Glyph.tsx'
import { FormSkeleton } from '../../../ui/Skeletons.tsx'
import styles from '../../../ui/shared.module.css'
import { useCollections } from '../../fields/public.ts'
import { useChangeText } from '../change-text.ts'
import { ConditionTree } from './ConditionTree.tsx'
import classes from './Explanation.module.css'

export interface ExplanationProps {
  teamId: number
  recordId: number
  dataCollectionId: number
  /** An unsaved filter that would narrow the collection. */
  membershipDataFilter?: Filter
  /** Shows the same for another collection of the tree. */
  onExplain?(dataCollectionId: number): void
}

export function Explanation(props: ExplanationProps) {
  const { teamId, recordId, dataCollectionId, membershipDataFilter } = props
  const params = { teamId, dataRecordId: recordId }
  const body = { dataCollectionId, ...(membershipDataFilter ? { membershipDataFilter } : {}) }
  const query = useQuery({
    queryKey: queryKeyOf(api.membership.explain, { params, body: body as never }),
    queryFn: ({ signal }) => call(api.membership.explain, { params, body }, { signal }),
    placeholderData: membershipDataFilter ? keepPreviousData : undefined,
    retry: false,
  })
  if (query.isError) return <ErrorState error={query.error} onRetry={() => query.refetch()} />
  if (!query.data) return <FormSkeleton rowCount={3} />
  return <ExplanationBody {...props} explanation={query.data} />
}

function ExplanationBody({
  teamId,
  explanation,
  membershipDataFilter,
  onExplain,
}: ExplanationProps & { explanation: MembershipExplanation }) {
  const { t } = useTranslation('membership')
  const collections = useCollections(teamId)
  const changeText = useChangeText()
  const { isMember, parent } = explanation
  const parentName = collections.find(({ id }) => id === parent?.dataCollectionId)?.pluralName ?? ''
  const isUnsaved = membershipDataFilter !== undefined
  const verdict =
    isMember === null ? 'unknown' : isUnsaved ? (isMember ? 'would' : 'wouldNot') : isMember ? 'in' : 'notIn'
  return (
    <div className={styles.narrowStack8}>
      <p className={classes.verdict} data-holds={isMember ?? undefined} aria-live="polite">
        <Glyph name={isMember === null ? 'lock' : isMember ? 'success' : 'error'} />
        {t(`verdict.${verdict}`)}
      </p>
      {explanation.isInTrash && <p>{t('inTrash')}</p>}
      {explanation.kind === 'root' && <p>{t('root')}</p>}
      {explanation.kind === 'plain' && <p>{changeText(explanation)}</p>}
      {parent && (
        <p className={styles.muted}>
          {t(parent.isMember ? 'parentIn' : 'parentNotIn', { name: parentName })}{' '}
          {onExplain && (
            <Button size="compact-xs" variant="subtle" onClick={() => onExplain(parent.dataCollectionId)}>
              {t('explainParent', { name: parentName })}
            </Button>
          )}
        </p>
      )}
      {explanation.filter && (
        <ConditionTree teamId={teamId} explanation={explanation} filter={explanation.filter} />
      )}
    </div>
  )
}
