/** The picture at a web address, by way of our server; in its place, a sign that says why there is none. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../../ui/Icon.tsx'
import { thumbnailSet, thumbnailUrl } from '../file-look.ts'
import { problemAt } from '../web-picture-problem.ts'
import classes from './WebPicture.module.css'

interface Props {
  /** Of its thumbnails. */
  url: string
  /** Empty where its link or the name of its record is beside it. */
  alt: string
  /** The `sizes` of the image. */
  sizes: string
  className?: string | undefined
  iconSize?: number
  /** Whether there is room for the reason below the sign. */
  showsProblem?: boolean
}

export function WebPicture(props: Props) {
  return <Picture key={props.url} {...props} />
}

/** While the server is busy with other pictures. */
const againMs = 3_000
/** How often an image is tried that our server gives and the browser does not show. */
const mostTries = 3

function Picture({ url, alt, sizes, className = '', iconSize = 14, showsProblem = false }: Props) {
  const { t } = useTranslation('files')
  const [tries, setTries] = useState(0)
  const [failed, setFailed] = useState(-1)
  const hasFailed = failed === tries
  const { data: problem } = useQuery({
    queryKey: ['web picture', url, tries],
    queryFn: async ({ signal }) => {
      const found = await problemAt(thumbnailUrl({ thumbnail: url }, 96) ?? url, signal)
      if (found === null && tries < mostTries) setTries(tries + 1)
      return found ?? 'unknown'
    },
    enabled: hasFailed,
    refetchInterval: ({ state }) => (state.data === 'busy' ? againMs : false),
    staleTime: 60_000,
  })
  if (!hasFailed) {
    return (
      <span className={`${classes.picture} ${className}`}>
        <img
          key={tries}
          src={thumbnailUrl({ thumbnail: url }, 320) ?? undefined}
          srcSet={thumbnailSet({ thumbnail: url })}
          sizes={sizes}
          alt={alt}
          loading="lazy"
          decoding="async"
          draggable={false}
          onError={() => setFailed(tries)}
        />
      </span>
    )
  }
  const reason = problem ? t(`webPicture.${problem}`) : ''
  return (
    <span className={`${classes.picture} ${className}`} title={showsProblem ? undefined : reason}>
      <Icon
        name="far fa-image"
        size={showsProblem ? 20 : iconSize}
        {...(showsProblem || !reason ? {} : { label: reason })}
      />
      {showsProblem && <span className={classes.problem}>{reason}</span>}
    </span>
  )
}
