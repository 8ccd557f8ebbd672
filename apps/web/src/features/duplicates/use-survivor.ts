/** The survivor of a merged record: opening the old address redirects there. */
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { api, useApi } from '../../lib/api.ts'
import { toast } from '../../ui/toasts.ts'

/**
 * @param isGone the record is in the trash or missing; only then is the survivor looked up
 * @returns whether the lookup or the redirect is still under way
 */
export function useSurvivor(teamId: number, dataRecordId: number, isGone: boolean): boolean {
  const { i18n } = useTranslation()
  const navigate = useNavigate()
  const { data, isPending } = useApi(
    api.duplicates.survivor,
    { params: { teamId, dataRecordId } },
    { enabled: isGone, staleTime: 0, gcTime: 0 },
  )
  const survivor = (isGone && data?.dataRecordId) || null
  useEffect(() => {
    if (survivor === null) return
    void i18n.loadNamespaces('duplicates').then(() => toast.info(i18n.t('duplicates:wasMerged')))
    void navigate({ to: `/team-${teamId}/data-records/${survivor}` as '/', replace: true })
  }, [survivor, teamId, navigate, i18n])
  return isGone && (isPending || survivor !== null)
}
