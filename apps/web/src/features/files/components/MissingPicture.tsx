/** In the place of a picture at a web address that did not load: a sign, and why. */
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../../ui/Icon.tsx'
import { thumbnailUrl } from '../file-look.ts'
import { problemAt } from '../web-picture-problem.ts'
import classes from './WebPicture.module.css'

/** While the server is busy with other pictures. */
const againMs = 3_000

export function MissingPicture({
  url,
  attempt,
  className,
  iconSize,
  showsProblem,
  onFound,
}: {
  url: string
  /** How often it was tried before: each failure is looked at anew. */
  attempt: number
  className: string
  iconSize: number
  showsProblem: boolean
  /** The server has it by now; null when that has been tried often enough. */
  onFound: (() => void) | null
}) {
  const { t } = useTranslation('files')
  const { data: problem } = useQuery({
    queryKey: ['web picture', url, attempt],
    queryFn: async ({ signal }) => {
      const found = await problemAt(thumbnailUrl({ thumbnail: url }, 96) ?? url, signal)
      if (found === null) onFound?.()
      return found ?? 'unknown'
    },
    refetchInterval: ({ state }) => (state.data === 'busy' ? againMs : false),
    staleTime: 60_000,
  })
  const reason = problem ? t(`webPicture.${problem}`) : ''
  return (
    <span className={className} title={showsProblem ? undefined : reason}>
      <Icon
        name="far fa-image"
        size={showsProblem ? 20 : iconSize}
        {...(showsProblem || !reason ? {} : { label: reason })}
      />
      {showsProblem && <span className={classes.problem}>{reason}</span>}
    </span>
  )
}
