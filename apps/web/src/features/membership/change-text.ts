/** In words: who added a record to a plain collection, or removed it, and when. */
import type { MembershipExplanation } from '@muster/contract/membership/membership.schema'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/use-format.ts'

export function useChangeText(): (explanation: Pick<MembershipExplanation, 'change' | 'isMember'>) => string {
  const { t } = useTranslation('membership')
  const format = useFormat()
  return ({ change, isMember }) => {
    if (!change || change.isAdded !== isMember) return t(isMember ? 'change.unknown' : 'change.never')
    const kind = !change.isAdded ? 'removed' : isCreation(change.kind) ? 'created' : 'added'
    if (change.at === null) return t(`change.${kind}`)
    const date = format.dateTime(change.at)
    const name = change.by?.name
    return name ? t(`change.${kind}By`, { name, date }) : t(`change.${kind}On`, { date })
  }
}

const isCreation = (kind: string) => kind === 'create_records'
